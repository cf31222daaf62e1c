import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { OperatorError } from '../operator-error.ts';

/**
 * Everything in a backup folder that is neither a regular file nor a folder: no backup makes links, pipes, sockets or
 * devices, and a link would bring other bytes into somebody's files. Follows no link.
 */
export async function* findUnplain(root: string): AsyncIterable<{ path: string; kind: string }> {
  for (const folders = [root]; folders.length > 0; ) {
    const folder = folders.pop() ?? root;
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) {
        if (path !== join(root, 'lost+found')) folders.push(path);
      } else if (!entry.isFile()) yield { path, kind: kindOf(entry) };
    }
  }
}

/** Throws OperatorError when a backup folder holds anything but regular files and folders. */
export async function refuseUnplain(root: string): Promise<void> {
  for await (const { path, kind } of findUnplain(root))
    throw new OperatorError(
      `${path} is ${kind}. Backups have regular files and folders only: find out who put it there, and remove it.`,
    );
}

function kindOf(entry: Dirent): string {
  if (entry.isSymbolicLink()) return 'a symbolic link';
  if (entry.isFIFO()) return 'a pipe';
  return entry.isSocket() ? 'a socket' : 'a device';
}
