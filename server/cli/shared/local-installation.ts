import { exitCodes } from '#contract/command-line.ts';
import { readConfig } from '#server/config/config.ts';
import type { DatabaseSettings } from '#server/database/open.ts';
import { type ReadDatabase, readDatabase } from '#server/database/read.ts';
import { LockHeld, lockFile } from '#server/database/sqlite/folder-lock.ts';
import { inspectDataFolder } from '#server/installation/data-folder.ts';
import { type DataPaths, dataPaths } from '#server/installation/data-paths.ts';
import { refuseUnfinishedRestore } from '#server/installation/installation.ts';
import { refuseUnfinishedMigration } from '#server/installation/migration-state.ts';
import { OperatorError } from '#server/maintenance/operator-error.ts';

/** The installation of the settings, which has to keep its files in the data folder. Throws OperatorError. */
export function localInstallation(): { paths: DataPaths; settings: DatabaseSettings } {
  const { dataFolder, databaseUrl, storage } = readConfig();
  if (storage !== undefined)
    throw new OperatorError(
      'The files are in S3, and this command works on a data folder only: docs/backups.md describes what to use instead.',
    );
  const paths = dataPaths(dataFolder);
  return { paths, settings: { url: databaseUrl, file: paths.databaseFile } };
}

/** Opens the database of the installation for reading. Throws OperatorError when there is none. */
export async function withDatabase<Result>(work: (database: ReadDatabase) => Promise<Result>): Promise<Result> {
  const { paths, settings } = localInstallation();
  const names = await inspectDataFolder(paths.path);
  refuseUnfinishedRestore(names, paths.path);
  const database = names.length === 0 ? undefined : await readDatabase(settings);
  if (database === undefined || database.schema.state === 'none') {
    await database?.close();
    throw new OperatorError(`There is no Keepsake in ${paths.path}: set KEEPSAKE_DATA to its data folder.`);
  }
  try {
    await refuseUnfinishedMigration(database);
    return await work(database);
  } finally {
    await database.close();
  }
}

/** Throws OperatorError while a server uses the data folder, and keeps one from starting meanwhile. */
export async function whileStopped<Result>(paths: DataPaths, work: () => Promise<Result>): Promise<Result> {
  let unlock: () => void;
  try {
    unlock = lockFile(paths.lock);
  } catch (error) {
    if (!(error instanceof LockHeld)) throw error;
    throw new OperatorError(`The data folder ${paths.path} is in use: stop the server first.`, exitCodes.inUse);
  }
  return await work().finally(unlock);
}
