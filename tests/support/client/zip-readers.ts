import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sha256 } from '../fixtures/bytes.ts';

const run = promisify(execFile);

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

/** The members of a zip in its own order. */
export async function listWithPython(zip: Uint8Array): Promise<Member[]> {
  const rows = await withFile(zip, async (file) => {
    const { stdout } = await run('python3', ['-c', program, file], { maxBuffer: 64 * 1024 ** 2 });
    return JSON.parse(stdout) as [string, string, number][];
  });
  return rows.map(([path, sum, seconds]) => ({ path, sha256: sum, modifiedAt: seconds * 1000 }));
}

/** Of a zip on disk, however large: how many members it has, the size of one and the text of another. */
export async function lookInto(file: string, { sizeOf, textOf }: { sizeOf: string; textOf: string }) {
  const { stdout } = await run('python3', ['-c', glance, file, sizeOf, textOf]);
  return JSON.parse(stdout) as { count: number; size: number; text: string };
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
