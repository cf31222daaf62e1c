import type { Database } from '#server/database/open.ts';
import { holdOnServer, isHeldOnServer, type SessionLock } from '#server/database/postgres/session-lock.ts';
import { holdFile, isHeld } from '#server/database/sqlite/folder-lock.ts';
import { ConfigError } from '#server/errors/config-error.ts';
import { dataPaths } from './data-paths.ts';
import type { Place } from './installation.ts';

/**
 * Keeps all servers of the installation from removing bytes until it is released or this process ends: by a lock on a file of
 * the data folder, or, where many nodes have their bytes in S3, by one in their database. `confirm` throws ConfigError.
 */
export async function holdBytes({ dataFolder, databaseUrl, storage }: Place): Promise<SessionLock> {
  if (storage !== undefined && databaseUrl !== undefined) {
    const hold = await holdOnServer(databaseUrl, 'bytes');
    return { ...hold, confirm: () => hold.confirm().catch(lost) };
  }
  const release = holdFile(dataPaths(dataFolder).hold);
  return { confirm: async () => {}, release: async () => release() };
}

/**
 * Whether bytes may be removed whose rows were gone, committed, before the call. Not while a backup or an export is copying,
 * since it may know them still; one that begins later does not. Where that cannot be found out they stay, as orphans.
 */
export function createMayRemoveBytes({ dataFolder, storage }: Place, db: Database): () => Promise<boolean> {
  const { hold } = dataPaths(dataFolder);
  if (storage === undefined) return async () => !isHeld(hold);
  return () =>
    isHeldOnServer(db, 'bytes').then(
      (isHeldThere) => !isHeldThere,
      () => false,
    );
}

function lost(cause: unknown): never {
  throw new ConfigError(
    'The connection to the database broke while files were copied, and servers may have removed some of them meanwhile: run the same command again.',
    { cause },
  );
}
