import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { sha256 } from '../fixtures/bytes.ts';

const run = promisify(execFile);
const javaProgram = fileURLToPath(new URL('read-zip.java', import.meta.url));

/** A folder (its path ends with a slash) or a file of a zip, with its time in milliseconds since the epoch. */
export type Member = { path: string; sha256: string; modifiedAt?: number };

/** Programs that extract a zip into a folder; each compares checksums and complains about what it does not like. */
const extractors: Record<string, (zip: string, into: string) => string[]> = {
  unzip: (zip, into) => ['-q', zip, '-d', into],
  '7z': (zip, into) => ['x', '-y', `-o${into}`, zip],
  bsdtar: (zip, into) => ['-xf', zip, '-C', into],
};

/** For Python, which tells each member of a zip with its extended timestamp. */
const program = `
import sys, json, hashlib, struct, zipfile
def seconds(extra):
    while len(extra) >= 4:
        kind, length = struct.unpack('<HH', extra[:4])
        if kind == 0x5455: return struct.unpack('<i', extra[5:9])[0]
        extra = extra[4 + length:]
with zipfile.ZipFile(sys.argv[1]) as z:
    print(json.dumps([[i.filename, hashlib.sha256(z.read(i)).hexdigest(), seconds(i.extra)] for i in z.infolist()]))
`;

const glance = `
import sys, json, zipfile
with zipfile.ZipFile(sys.argv[1]) as z:
    print(json.dumps({'count': len(z.infolist()), 'size': z.getinfo(sys.argv[2]).file_size, 'text': z.read(sys.argv[3]).decode()}))
`;

/** The members of a zip as each program extracts it, by the program. */
export async function extractWithEach(zip: Uint8Array): Promise<Record<string, Member[]>> {
  return await withFile(zip, async (file, folder) => {
    const found: Record<string, Member[]> = {};
    for (const [name, argumentsOf] of Object.entries(extractors)) {
      const into = join(folder, name);
      await mkdir(into);
      await run(name, argumentsOf(file, into), { env: { ...process.env, LC_ALL: 'C.UTF-8' } });
      found[name] = await membersIn(into);
    }
    return found;
  });
}

/** The members of a zip as java.util.zip reads them: by its directory, and from its beginning to its end. */
export async function readWithJava(zip: Uint8Array): Promise<Record<'ZipFile' | 'ZipInputStream', Member[]>> {
  const stdout = await withFile(zip, (file) => java(file));
  const found = { ZipFile: [] as Member[], ZipInputStream: [] as Member[] };
  for (const line of stdout.split('\n').slice(0, -1)) {
    const [reader = '', time, sum = '', path = ''] = line.split('\t');
    found[reader as keyof typeof found].push({ path, sha256: sum, modifiedAt: Number(time) });
  }
  return found;
}

/** The members of a zip in its own order. */
export async function listWithPython(zip: Uint8Array): Promise<Member[]> {
  const rows = await withFile(zip, async (file) => {
    const { stdout } = await run('python3', ['-c', program, file], { maxBuffer: 64 * 1024 ** 2 });
    return JSON.parse(stdout) as [string, string, number][];
  });
  return rows.map(([path, sum, seconds]) => ({ path, sha256: sum, modifiedAt: seconds * 1000 }));
}

type Glance = { count: number; size: number; text: string };

/** Of a zip on disk, however large, by reader: how many members it has, the size of one and the text of another. */
export async function lookInto(file: string, { sizeOf, textOf }: { sizeOf: string; textOf: string }) {
  const { stdout } = await run('python3', ['-c', glance, file, sizeOf, textOf]);
  const [numbers = '', ...lines] = (await java(file, sizeOf, textOf)).split('\n');
  const [count, size] = numbers.split('\t').map(Number);
  return { python: JSON.parse(stdout) as Glance, java: { count, size, text: lines.join('\n') } };
}

/** Runs a program of one file, which the Java of Debian compiles itself. */
async function java(...args: string[]): Promise<string> {
  const quick = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-Xmx128m'];
  const { stdout } = await run('java', [...quick, javaProgram, ...args], { maxBuffer: 64 * 1024 ** 2 });
  return stdout;
}

async function withFile<Result>(zip: Uint8Array, work: (file: string, folder: string) => Promise<Result>) {
  const folder = await mkdtemp(join(tmpdir(), 'keepsake-tests-zip-'));
  try {
    await writeFile(join(folder, 'archive.zip'), zip);
    return await work(join(folder, 'archive.zip'), folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function membersIn(folder: string, above = ''): Promise<Member[]> {
  const members: Member[] = [];
  for (const entry of await readdir(join(folder, above), { withFileTypes: true })) {
    const path = `${above}${entry.name}`;
    if (entry.isDirectory()) {
      members.push({ path: `${path}/`, sha256: sha256(new Uint8Array()) }, ...(await membersIn(folder, `${path}/`)));
    } else members.push({ path, sha256: sha256(await readFile(join(folder, path))) });
  }
  return members;
}
