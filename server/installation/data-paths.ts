import { join } from 'node:path';
import { quarantineName } from '#server/blobs/disk/disk-layout.ts';

/** Where the data folder has everything. */
export type DataPaths = ReturnType<typeof dataPaths>;

export function dataPaths(path: string) {
  const blobs = join(path, 'blobs');
  return {
    path,
    /** Locked by the one server that uses the folder. */
    lock: join(path, 'lock'),
    /** Held by each backup or export that is copying. */
    hold: join(path, 'backup-hold'),
    /** Says which restore into this folder has not ended yet. */
    restoring: join(path, 'restoring'),
    secretFile: join(path, 'secret'),
    databaseFile: join(path, 'keepsake.db'),
    blobs,
    thumbnails: join(path, 'pictures'),
    outbox: join(path, 'outbox'),
    /** What was found damaged or without an owner, by whoever found it. Nothing is removed from here. */
    quarantine: join(blobs, quarantineName),
  };
}
