import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { scanDisk } from '#server/blobs/disk/disk-layout.ts';
import { hashOf } from '../copy-verified.ts';
import type { Output } from '../output.ts';
import { readSums } from '../sums-file.ts';
import { backupPaths, listSnapshots, readSnapshot } from './backup-folder.ts';

/**
 * Removes blobs that no snapshot needs: what an interrupted backup left, and what only snapshots needed whose folders were
 * removed. Nothing is removed as long as a snapshot cannot be read.
 */
export async function sweepBackup(root: string, output: Output): Promise<void> {
  const needed = new Set<string>();
  for (const name of (await listSnapshots(root)).finished) {
    try {
      for (const id of await blobsOf(root, name)) needed.add(id);
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

/** The ids of the blobs that a snapshot needs. Throws when its files are not those that were written. */
async function blobsOf(root: string, name: string): Promise<string[]> {
  const { folder, manifest } = await readSnapshot(root, name);
  const file = join(folder, 'SHA256SUMS');
  if ((await hashOf(file)) !== manifest.sums) throw new Error('SHA256SUMS was changed');
  const ids: string[] = [];
  for await (const { path } of readSums(file)) if (path.startsWith('../../blobs/')) ids.push(basename(path));
  return ids;
}
