import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { backupMarker, isOthers } from '#server/backups/check-backup-folder.ts';
import { writeDurably } from '#server/blobs/disk/durable-files.ts';
import { OperatorError } from '../operator-error.ts';

const markerText = 'A folder of Keepsake backups, format 1. See docs/decisions/0019-backups.md\n';

export function backupPaths(root: string) {
  return {
    root,
    marker: join(root, backupMarker),
    /** Locked by the command that changes the folder, and held by those that read it. */
    lock: join(root, 'lock'),
    blobs: join(root, 'blobs'),
    snapshots: join(root, 'snapshots'),
    /** Where a trial restore happens; removed when it ends. */
    trial: join(root, 'trial'),
  };
}

/** The rows of a table in a snapshot, one as JSON in each line. */
export function rowsFile(folder: string, table: string): string {
  return join(folder, 'rows', `${table}.ndjson`);
}

/** Makes a backup folder, or finds one. Throws OperatorError when it contains other files. */
export async function makeBackupFolder(root: string): Promise<void> {
  const paths = backupPaths(root);
  await mkdir(root, { recursive: true, mode: 0o700 });
  const found = await readdir(root);
  if (!found.includes(backupMarker)) {
    if (found.some(isOthers))
      throw new OperatorError(
        `The folder ${root} contains other files: name an empty folder or a Keepsake backup folder.`,
      );
    // First, so that the folder is known as one of ours wherever this ends.
    await writeDurably(paths.marker, markerText);
  }
  for (const folder of [paths.blobs, paths.snapshots]) await mkdir(folder, { recursive: true, mode: 0o700 });
}

/** Whether a path of a SHA256SUMS is that of a blob; all others are files of the snapshot itself. */
export function isBlobPath(path: string): boolean {
  return path.startsWith('../../blobs/');
}
