import { open, opendir, readFile, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { isBlobId } from '../blob-id.ts';
import { fail } from './disk-errors.ts';
import { ownerName, shardName } from './disk-layout.ts';
import { writeDurably } from './durable-files.ts';

const probeName = '.probe';

/** Every blob in the folder of a disk store with the time of its last change, in milliseconds. */
export async function* listBlobs(root: string): AsyncIterable<{ id: string; changedAt: number }> {
  for await (const shard of await opendir(root)) {
    if (!shardName.test(shard.name)) continue;
    for await (const file of await opendir(join(root, shard.name))) {
      if (!isBlobId(file.name)) continue;
      const found = await stat(join(root, shard.name, file.name)).catch(() => undefined);
      if (found) yield { id: file.name, changedAt: found.mtimeMs };
    }
  }
}

/** The installation whose blobs these are; undefined when the folder has no mark. */
export async function readOwner(root: string): Promise<string | undefined> {
  const text = await readFile(join(root, ownerName), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  return text?.trim();
}

export async function writeOwner(root: string, installationId: string): Promise<void> {
  await writeDurably(join(root, ownerName), installationId).catch(fail);
}

/** Writes something durably. Throws what a blob store throws. */
export async function probeFolder(root: string): Promise<void> {
  const path = join(root, probeName);
  const file = await open(path, 'w', 0o600).catch(fail);
  try {
    await file.write('probe');
    await file.datasync();
    await unlink(path);
  } catch (error) {
    fail(error);
  } finally {
    await file.close();
  }
}
