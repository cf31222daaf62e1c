import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder } from '#server/blobs/disk/durable-files.ts';
import { OperatorError } from '../operator-error.ts';
import type { Output } from '../output.ts';
import { keptSnapshots } from './kept-snapshots.ts';
import { lockBackups } from './lock-backups.ts';
import { listSnapshots, readSnapshots } from './snapshots.ts';
import { sweepBackup } from './sweep-backup.ts';

/**
 * Removes the snapshots that the rule does not keep, and the blobs that no other needs: those of snapshots that were removed
 * by hand, too. Removes nothing as long as one of the snapshots cannot be read. Throws OperatorError.
 */
export async function thinBackups(root: string, output: Output): Promise<{ kept: string[]; removed: string[] }> {
  await listSnapshots(root);
  const unlock = lockBackups(root);
  try {
    const { taken: snapshots, damaged } = await readSnapshots(root);
    for (const [name, error] of damaged)
      throw new OperatorError(`The backup ${name} cannot be read (${String(error)}): nothing was removed.`);
    const kept = keptSnapshots(
      snapshots.map(({ name, manifest }) => ({ name, of: manifest.installation, at: manifest.createdAt })),
    );
    const removed = snapshots.filter(({ name }) => !kept.has(name));
    for (const { folder } of removed) {
      // Without its manifest it is an unfinished one, wherever this ends.
      await rm(join(folder, 'manifest.json'));
      await syncFolder(folder);
      await rm(folder, { recursive: true });
    }
    await sweepBackup(root, output);
    return { kept: [...kept].toSorted(), removed: removed.map(({ name }) => name) };
  } finally {
    unlock();
  }
}
