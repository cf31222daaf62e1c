import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { scanDisk } from '#server/blobs/disk/disk-layout.ts';
import { sha256OfFile } from '#server/integrity/read-bytes.ts';
import type { Output } from '../output.ts';
import { backupPaths } from './backup-folder.ts';
import { blobSums, listSnapshots, readSnapshot } from './snapshots.ts';

/**
 * Removes blobs that no snapshot needs: what an interrupted backup left, and what only snapshots needed whose folders were
 * removed. Those of `taking` stay for the one that is being taken. Nothing is removed as long as a snapshot cannot be read.
 */
export async function sweepBackup(root: string, output: Output, taking: Iterable<string> = []): Promise<void> {
  const needed = new Set(taking);
  for (const name of (await listSnapshots(root)).finished) {
    try {
      for await (const { id } of verifiedBlobs(root, name)) needed.add(id);
    } catch (error) {
      output.complain(`The snapshot ${name} cannot be read (${String(error)}): run \`keepsake verify-backup\`.`);
      return;
    }
  }
  for await (const { kind, id, path } of scanDisk(backupPaths(root).blobs)) {
    const isRest = kind === 'beside' && path.endsWith('.part');
    if (isRest || (kind === 'blob' && !needed.has(id))) await rm(path);
  }
}

/** The blobs that a snapshot needs. Throws when its list of them was changed. */
async function* verifiedBlobs(root: string, name: string) {
  const { folder, manifest } = await readSnapshot(root, name);
  if ((await sha256OfFile(join(folder, 'SHA256SUMS'))) !== manifest.sums) throw new Error('SHA256SUMS was changed');
  yield* blobSums(folder);
}
