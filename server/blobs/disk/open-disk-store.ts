import { mkdir, readdir, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Report } from '#server/workers/restarts.ts';
import { isBlobId } from '../blob-id.ts';
import type { BlobStore } from '../blob-store.ts';
import { blobPath, notesName } from './disk-layout.ts';
import { diskStore } from './disk-store.ts';
import { syncFolder } from './durable-files.ts';

/** Opens the folder that stores each blob as a file named by its id, in one of 256 folders, which are made durably first. */
export async function openDiskStore(root: string, report?: Report): Promise<BlobStore> {
  for (let shard = 0; shard < 256; shard += 1) {
    await mkdir(join(root, shard.toString(16).padStart(2, '0')), { recursive: true, mode: 0o700 });
  }
  await mkdir(join(root, notesName), { recursive: true, mode: 0o700 });
  await syncFolder(root);
  await removeStaleNotes(root);
  return diskStore(root, report);
}

/** Notes of blobs that no longer exist; those of uploads in progress are few. */
async function removeStaleNotes(root: string) {
  for (const id of (await readdir(join(root, notesName))).filter(isBlobId)) {
    const blob = await stat(blobPath(root, id)).catch(() => undefined);
    if (blob === undefined) await unlink(join(root, notesName, id));
  }
}
