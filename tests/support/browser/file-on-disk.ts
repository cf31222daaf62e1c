import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atEndOfFile } from '../fixtures/file-end.ts';

/** Writes a file that a browser may choose, and returns its path. Bytes that are handed over otherwise take seconds. */
export async function fileOnDisk(name: string, body: Uint8Array): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'keepsake-chosen-'));
  atEndOfFile(() => rm(folder, { recursive: true }));
  const path = join(folder, name);
  await writeFile(path, body);
  return path;
}
