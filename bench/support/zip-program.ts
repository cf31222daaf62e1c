import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** When the first byte came, when the last, and how many. */
export type Received = { firstMs: number; ms: number; bytes: number };

/** Writes files of the same text into a folder of their own. */
export async function writeTree(folder: string, { files, text }: { files: number; text: string }): Promise<void> {
  await mkdir(folder);
  for (let at = 0; at < files; at += 1) await writeFile(join(folder, `seeded ${at}.txt`), text);
}

/** A file of zeros that takes no space on the disk. */
export async function writeSparse(folder: string, bytes: number): Promise<void> {
  await mkdir(folder);
  const file = await open(join(folder, 'sparse.bin'), 'wx');
  await file.truncate(bytes);
  await file.close();
}

/** Has Debian's zip pack a folder without compressing, into a pipe that is read like an answer. */
export async function packWithZip(folder: string): Promise<Received> {
  const began = performance.now();
  const zip = spawn('zip', ['-0', '-q', '-r', '-', '.'], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(zip, 'exit');
  let firstMs: number | undefined;
  let bytes = 0;
  for await (const chunk of zip.stdout) {
    firstMs ??= performance.now() - began;
    bytes += (chunk as Buffer).length;
  }
  const [code] = await ended;
  if (code !== 0) throw new Error(`zip ended with ${String(code)}`);
  return { firstMs: firstMs ?? 0, ms: performance.now() - began, bytes };
}
