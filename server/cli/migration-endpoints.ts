import { resolve } from 'node:path';
import { type BlobStore, BlobStoreFull, BlobStoreUnreachable } from '#server/blobs/blob-store.ts';
import { diskStore } from '#server/blobs/disk/disk-store.ts';
import { type Config, isDatabaseUrl, readConfig, readConfigOf } from '#server/config/config.ts';
import { createBlobLedger } from '#server/database/blob-ledger.ts';
import { type DatabaseSettings, type OpenDatabase, openDatabase } from '#server/database/open.ts';
import { databaseProblem } from '#server/database/problems.ts';
import { readDatabase } from '#server/database/read.ts';
import { LockHeld, lockFile } from '#server/database/sqlite/folder-lock.ts';
import type { MoveRow } from '#server/database/tables.ts';
import { ConfigError } from '#server/errors/config-error.ts';
import { inspectDataFolder, makeFolder } from '#server/installation/data-folder.ts';
import { dataPaths } from '#server/installation/data-paths.ts';
import { inspectBlobs } from '#server/installation/inspect-blobs.ts';
import { openStores } from '#server/installation/open-stores.ts';
import { beginMigration, findMigration, type Installation } from '#server/maintenance/migrate/migrate-installation.ts';
import { exitCodes, OperatorError } from '#server/maintenance/operator-error.ts';

/** The settings that say where an installation is at home. */
type Where = Pick<Config, 'dataFolder' | 'databaseUrl' | 'storage'>;
type Clock = { now: () => number };
type OpenInstallation = Installation & { close(): Promise<void> };

/** A folder of files that was locked, or was about to be filled, and nothing else. */
const beginnings = /^(lock|keepsake\.db(-\w+)?)$/;

/**
 * What the addresses of a database and of a bucket mean, or a folder for both or for the files; also as settings, of which an
 * empty one is unset. Throws Refusal, ConfigError.
 */
export function readPlaces(places: readonly string[]): { where: Where; settings: Record<string, string> } {
  const isBucket = (place: string) => place.startsWith('s3:');
  const database = places.find(isDatabaseUrl);
  const bucket = places.find(isBucket);
  const folders = places.filter((place) => place !== '' && !/^\w+:/.test(place));
  const files = [...folders, ...(bucket === undefined ? [] : [bucket])];
  const isBoth = places.length === 2 && database !== undefined && files.length === 1;
  if (!isBoth && !(places.length === 1 && folders.length === 1)) {
    throw new OperatorError(
      'migrate takes --to and an empty folder, or a DATABASE_URL and an empty folder, or a DATABASE_URL and a STORAGE_URL.',
      exitCodes.usage,
    );
  }
  const settings: Record<string, string> = {
    DATABASE_URL: database ?? '',
    STORAGE_URL: bucket ?? '',
    ...(folders[0] !== undefined && { KEEPSAKE_DATA: resolve(folders[0]) }),
  };
  return { where: readConfigOf(settings), settings };
}

/** Opens the place of the settings; a server may use it meanwhile. Throws Refusal when nothing is at home there. */
export async function openSource({ now }: Clock): Promise<OpenInstallation> {
  const where = readConfig();
  const found = await readDatabase(databaseOf(where));
  const state = found?.schema.state ?? 'none';
  await found?.close();
  if (state === 'none')
    throw new OperatorError(
      `There is no Keepsake in ${nameOf(where)}: set KEEPSAKE_DATA and DATABASE_URL to where it is.`,
    );
  if (state !== 'current')
    throw new OperatorError('The database was made by another version: start this one on it once, then move it.');
  const database = await openDatabase(databaseOf(where));
  const { blobs: root } = dataPaths(where.dataFolder);
  // What a server uses meanwhile is only looked at.
  const blobs = where.storage === undefined ? diskStore(root) : await openBlobs(where, database, now);
  return {
    ...asHouse(where, database, blobs),
    async close() {
      await blobs.close();
      await database.close();
    },
  };
}

/**
 * Opens the new place, empty or as a move from here left it, for as long as the work takes. Throws Refusal when it is neither,
 * or cannot be used.
 */
export async function withTarget<Result>(
  where: Where,
  from: Installation,
  { now }: Clock,
  work: (to: Installation, move: MoveRow) => Promise<Result>,
): Promise<Result> {
  const unlock = where.storage === undefined ? await lockFolder(where.dataFolder) : () => {};
  try {
    const begun = await lookThere(where, from);
    const database = await openDatabase(databaseOf(where));
    try {
      const { makeAuthTables } = await import('#server/accounts/auth-tables.ts');
      await makeAuthTables(database.forAuth);
      // Whatever else is in an empty place from now on belongs to this move.
      const move = begun ?? (await beginMigration(from, database.db, now()));
      const blobs = await openBlobs(where, database, now);
      try {
        await blobs.mark(move.id);
        return await work(asHouse(where, database, blobs), move);
      } finally {
        await blobs.close();
      }
    } finally {
      await database.close();
    }
  } catch (error) {
    throw inWords(error);
  } finally {
    unlock();
  }
}

/** Makes sure that the new place is free, and changes nothing there. Returns the move that was begun. */
async function lookThere(where: Where, from: Installation): Promise<MoveRow | undefined> {
  const { path, blobs } = dataPaths(where.dataFolder);
  const found = await readDatabase(databaseOf(where)).catch(refuseDatabase);
  const begun = await findMigration(from.db, found).finally(() => found?.close());
  const names = where.storage === undefined && begun === undefined ? await inspectDataFolder(path) : [];
  if (names.some((name) => !beginnings.test(name)))
    throw new OperatorError(`The folder ${path} is not empty: name an empty one.`);
  const files = await inspectBlobs(where.storage, blobs);
  const isFree = files.owner === undefined ? !files.hasBlobs : files.owner === begun?.id;
  if (!isFree)
    throw new OperatorError(`There are files of another installation in ${files.where}: name an empty place.`);
  return begun;
}

async function openBlobs({ dataFolder, storage }: Where, { db }: OpenDatabase, now: () => number): Promise<BlobStore> {
  const ledgerOf = (store: string) => createBlobLedger({ db, store, now });
  const { blobs, thumbnails } = await openStores({ storage, folder: dataPaths(dataFolder), ledgerOf });
  // Thumbnails are made anew.
  await thumbnails.close();
  return blobs;
}

function asHouse(where: Where, { db }: OpenDatabase, blobs: BlobStore): Installation {
  const secretFile = where.storage === undefined ? dataPaths(where.dataFolder).secretFile : undefined;
  return { db, blobs, name: nameOf(where), secretFile };
}

function databaseOf({ dataFolder, databaseUrl }: Where): DatabaseSettings {
  return { url: databaseUrl, file: dataPaths(dataFolder).databaseFile };
}

/** Both addresses without user, password and options. */
function nameOf({ dataFolder, databaseUrl, storage }: Where): string {
  const files = storage === undefined ? dataFolder : `s3://${storage.bucket}/${storage.prefix}`;
  if (databaseUrl === undefined) return files;
  const { protocol, host, pathname } = new URL(databaseUrl);
  return `${protocol}//${host}${pathname} and ${files}`;
}

async function lockFolder(path: string): Promise<() => void> {
  await inspectDataFolder(path);
  await makeFolder(path);
  try {
    return lockFile(dataPaths(path).lock);
  } catch (error) {
    if (!(error instanceof LockHeld)) throw error;
    throw new OperatorError(`The folder ${path} is in use by another Keepsake: name an empty one.`, exitCodes.inUse);
  }
}

function inWords(error: unknown): unknown {
  if (error instanceof ConfigError) return new OperatorError(`The new place cannot be used. ${error.message}`);
  if (error instanceof BlobStoreUnreachable)
    return new OperatorError(
      'The S3 server cannot be reached: run the same command again when it can, and it goes on.',
    );
  if (error instanceof BlobStoreFull)
    return new OperatorError(
      'The disk of the new place is full: make room and run the same command again, and it goes on.',
    );
  return error;
}

function refuseDatabase(error: unknown): never {
  const problem = databaseProblem(error);
  if (problem === undefined || !(error instanceof Error)) throw error;
  const cannot = problem === 'unreachable' ? 'reached' : 'used';
  throw new OperatorError(`The database of the new place cannot be ${cannot} (${error.message}): correct its address.`);
}
