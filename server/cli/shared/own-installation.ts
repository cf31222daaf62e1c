import { statSync } from 'node:fs';
import { exitCodes } from '#contract/command-line.ts';
import { readConfig } from '#server/config/config.ts';
import { lockOnServer } from '#server/database/postgres/session-lock.ts';
import { LockHeld, lockFile } from '#server/database/sqlite/folder-lock.ts';
import { dataPaths } from '#server/installation/data-paths.ts';
import type { Place } from '#server/installation/installation.ts';
import { type ReadInstallation, withReadInstallation } from '#server/installation/read-installation.ts';
import { OperatorError } from '#server/maintenance/operator-error.ts';

/** Where the settings say that the installation is. Throws ConfigError, and OperatorError when its server is of another user. */
export function ownPlace(): Place {
  const place = readConfig();
  refuseOthersFolder(place.dataFolder);
  return place;
}

/** Where people reach the server, for links. */
export function ownAddress(): URL {
  const { publicUrl, port } = readConfig();
  return publicUrl ?? new URL(`http://localhost:${port}`);
}

/** What root makes in the folder of a server that is not root's, that server cannot open. */
function refuseOthersFolder(dataFolder: string): void {
  const owner = statSync(dataPaths(dataFolder).lock, { throwIfNoEntry: false })?.uid ?? 0;
  if (owner !== 0 && process.geteuid?.() === 0)
    throw new OperatorError(
      `The server of ${dataFolder} is run by the user with the number ${owner}: run this command as that user, for example by sudo -u '#${owner}'.`,
    );
}

/** Both addresses without user, password and options. */
export function nameOf({ dataFolder, databaseUrl, storage }: Place): string {
  const files = storage === undefined ? dataFolder : `s3://${storage.bucket}/${storage.prefix}`;
  if (databaseUrl === undefined) return files;
  const { protocol, host, pathname } = new URL(databaseUrl);
  return `${protocol}//${host}${pathname} and ${files}`;
}

/** Opens the installation of the settings for reading while the work is done. Throws OperatorError when there is none. */
export async function withInstallation<Result>(
  { now }: { now: () => number },
  work: (installation: ReadInstallation) => Promise<Result>,
): Promise<Result> {
  const place = ownPlace();
  const done = await withReadInstallation(place, { now }, work);
  if (done === undefined) throw noInstallation(place);
  return done.result;
}

/**
 * Throws OperatorError unless there is an installation whose database is of this version: no command updates it beside a server of
 * the version before.
 */
export async function requireCurrent(deps: { now: () => number }): Promise<void> {
  await withInstallation(deps, async ({ database }) => {
    if (database.schema.state !== 'current')
      throw new OperatorError(
        'The database was made by another version: start this version on it once, then run the command again.',
      );
  });
}

export function noInstallation(place: Place): OperatorError {
  const settings = place.storage === undefined ? 'KEEPSAKE_DATA and DATABASE_URL' : 'DATABASE_URL and STORAGE_URL';
  return new OperatorError(`There is no Keepsake installation in ${nameOf(place)}: set ${settings} to its location.`);
}

/** Throws OperatorError while a server uses the data folder, and keeps one from starting meanwhile. */
export async function whileStopped<Result>({ dataFolder }: Place, work: () => Promise<Result>): Promise<Result> {
  let unlock: () => void;
  try {
    unlock = lockFile(dataPaths(dataFolder).lock);
  } catch (error) {
    if (!(error instanceof LockHeld)) throw error;
    throw new OperatorError(`The data folder ${dataFolder} is in use: stop the server first.`, exitCodes.inUse);
  }
  return await work().finally(unlock);
}

/** Throws OperatorError while another restore into the database at this address is running. */
export async function whileOnlyRestore<Result>(databaseUrl: string, work: () => Promise<Result>): Promise<Result> {
  const lock = await lockOnServer(databaseUrl, 'restore');
  if (lock === undefined)
    throw new OperatorError('Another restore into this database is running: wait until it ends.', exitCodes.inUse);
  return await work().finally(lock.release);
}
