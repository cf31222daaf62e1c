import type { Dirent } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { isBlobId } from '../blob-id.ts';
import type { Found } from '../blob-store.ts';

const leadingBlobId = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/;
export const shardName = /^[0-9a-f]{2}$/;
/** Names the installation whose blobs these are. */
export const ownerName = '.installation';
const ownNames = [ownerName, `${ownerName}.new`];
/** Notes how far large blobs are hashed, by their ids. */
export const notesName = '.hashing';
/** What was moved away because it is damaged or no row refers to it, for the operator to look at. */
export const quarantineName = 'quarantine';

/** Where a disk store keeps a blob: the last two digits are random, so its folders fill evenly. */
export function blobPath(root: string, id: string): string {
  if (!isBlobId(id)) throw new Error(`Not a blob id: ${id}`);
  return join(root, id.slice(-2), id);
}

/** Everything in the folder of a disk store, whoever put it there; nothing when it is not there. Follows no link. */
export async function* scanDisk(root: string): AsyncIterable<Found> {
  for (const top of await list(root)) {
    const path = join(root, top.name);
    if (top.isDirectory() && (shardName.test(top.name) || top.name === notesName)) {
      for (const inner of await list(path)) yield* describe(join(path, inner.name), top.name);
    } else if (top.isDirectory() ? top.name !== quarantineName : !(top.isFile() && ownNames.includes(top.name))) {
      yield* describe(path, '');
    }
  }
}

/** Nothing for what was removed meanwhile. */
async function* describe(path: string, folder: string): AsyncIterable<Found> {
  const found = await lstat(path).catch(() => undefined);
  if (found === undefined) return;
  const name = basename(path);
  const [id = ''] = leadingBlobId.exec(name) ?? [];
  const isOurs = found.isFile() && id !== '' && (folder === notesName || (folder !== '' && id.endsWith(folder)));
  const kind = !isOurs ? 'foreign' : id === name && folder !== notesName ? 'blob' : 'beside';
  yield { kind, path, id: isOurs ? id : '', size: found.size, changedAt: found.mtimeMs };
}

async function list(folder: string): Promise<Dirent[]> {
  return await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
}
