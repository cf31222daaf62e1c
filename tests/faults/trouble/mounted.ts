import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { TestServer } from '#tests/support/server/start-server.ts';

/**
 * Runs a server in a mount namespace of its own, where a folder of its data is a disk in memory with these options. The
 * folder below the data folder is there from the second start on.
 */
export function onOwnDisk(options: string, folder = ''): string[] {
  const mount = `mount -t tmpfs -o ${options} none "$KEEPSAKE_DATA/${folder}"`;
  return [
    'unshare',
    '-rm',
    'sh',
    '-c',
    `${folder === '' ? mount : `{ ${mount} 2>/dev/null || true; }`} && exec "$@"`,
    'sh',
  ];
}

/** Mounts the disk again with other options, such as `ro`, while the server runs. */
export function remount({ pid, dataFolder }: TestServer, folder: string, options: string): void {
  const target = ['-t', String(pid), '-U', '-m', '--preserve-credentials'];
  execFileSync('nsenter', [...target, 'mount', '-o', `remount,${options}`, join(dataFolder, folder)]);
}

const blockBytes = 1024 ** 2;

/** Lets another program take all that is left of the disk. Returns the way to give it back. */
export function fillBytes(server: TestServer, folder = ''): () => void {
  const file = join(seenBy(server), folder, 'filler');
  const filler = openSync(file, 'w');
  // The last bytes go as well: a block that does not fit is tried in halves.
  for (let size = blockBytes; size >= 1; size = Math.floor(size / 2)) while (takes(filler, size)) {}
  closeSync(filler);
  return () => rmSync(file);
}

/** The same for the number of files. */
export function fillInodes(server: TestServer, folder = ''): () => void {
  const own = join(seenBy(server), folder, 'fillers');
  mkdirSync(own);
  for (let i = 0; makes(join(own, String(i))); i += 1) {}
  return () => rmSync(own, { recursive: true });
}

/** The data folder as the server sees it, from outside its namespace. */
function seenBy({ pid, dataFolder }: TestServer): string {
  return join('/proc', String(pid), 'root', dataFolder);
}

function takes(file: number, size: number): boolean {
  return isDone(() => void writeSync(file, Buffer.alloc(size)));
}

function makes(path: string): boolean {
  return isDone(() => writeFileSync(path, ''));
}

function isDone(work: () => void): boolean {
  try {
    work();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return false;
    throw error;
  }
}
