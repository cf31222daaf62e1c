import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { atEndOfFile } from '../fixtures/file-end.ts';
import { checkSums } from '../fixtures/sha256sum.ts';

const run = promisify(execFile);

/** An archive of an account as `unzip` extracts it. */
export type Extracted = {
  /** Files by their paths. */
  files: Map<string, Buffer>;
  /** What `sha256sum --check` complains about. */
  complaints: string;
  /** The lines about folders, files and versions, by their paths. */
  entries: Map<string, Record<string, unknown>>;
};

export async function extractEverything(zip: Uint8Array): Promise<Extracted> {
  const folder = await mkdtemp(join(tmpdir(), 'keepsake-everything-'));
  atEndOfFile(async () => await rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, 'all.zip'), zip);
  const into = join(folder, 'all');
  await run('unzip', ['-q', join(folder, 'all.zip'), '-d', into], { env: { ...process.env, LC_ALL: 'C.UTF-8' } });
  const found = await readdir(into, { recursive: true, withFileTypes: true });
  const files = new Map<string, Buffer>();
  for (const entry of found.filter((one) => one.isFile())) {
    const path = join(entry.parentPath, entry.name);
    files.set(relative(into, path), await readFile(path));
  }
  const lines = [...files]
    .filter(([path]) => path.startsWith('Metadata/entries-'))
    .flatMap(([, text]) => text.toString().trimEnd().split('\n'))
    .map((line) => JSON.parse(line) as { path: string });
  return { files, complaints: checkSums(into), entries: new Map(lines.map((line) => [line.path, line])) };
}
