import { exitCodes } from '#contract/command-line.ts';
import { BlobStoreFull, BlobStoreUnreachable } from '#server/blobs/blob-store.ts';
import { openDatabase } from '#server/database/open.ts';
import { databaseProblem } from '#server/database/problems.ts';
import { readDatabase } from '#server/database/read.ts';
import { LockHeld, lockFile } from '#server/database/sqlite/folder-lock.ts';
import type { InstallationMigrationRow } from '#server/database/tables/installation-rows.ts';
import { ConfigError } from '#server/errors/config-error.ts';
import { inspectDataFolder, makeFolder } from '#server/installation/data-folder.ts';
import { dataPaths } from '#server/installation/data-paths.ts';
import { inspectBlobs, refuseOverlapping } from '#server/installation/inspect-blobs.ts';
import { databaseOf, type Place, unfinishedRestore } from '#server/installation/installation.ts';
import type { Endpoint } from '#server/maintenance/migrate/endpoint.ts';
import { beginMigration, findMigration } from '#server/maintenance/migrate/migration-record.ts';
import { OperatorError } from '#server/maintenance/operator-error.ts';
import { endpointAt, openBlobs } from './place.ts';

/** What is in a folder that was locked, or was about to be filled, and nothing else. */
const traces = /^(lock|keepsake\.db(-\w+)?)$/;

/**
 * Opens the target, empty or as an interrupted migration left it, for as long as the work takes. Throws OperatorError when
 * it is neither, or cannot be used.
 */
export async function withTarget<Result>(
  place: Place,
  source: Endpoint,
  { now }: { now: () => number },
  work: (target: Endpoint, migration: InstallationMigrationRow) => Promise<Result>,
): Promise<Result> {
  const unlock = place.storage === undefined ? await lockFolder(place.dataFolder) : () => {};
  try {
    const begun = await inspectTarget(place, source);
    const database = await openDatabase(databaseOf(place));
    try {
      const { migrateAuthTables } = await import('#server/accounts/auth/auth-tables.ts');
      await migrateAuthTables(database.forAuth);
      // Whatever else is in an empty place from now on belongs to this migration.
      const migration = begun ?? (await beginMigration(source, database.db, now()));
      const blobs = await openBlobs(place, database, { now, isSource: false });
      try {
        await blobs.mark(migration.id);
        return await work(endpointAt(place, database, blobs), migration);
      } finally {
        await blobs.close();
      }
    } finally {
      await database.close();
    }
  } catch (error) {
    throw withAdvice(error);
  } finally {
    unlock();
  }
}

/** Makes sure that the target is free, and changes nothing. Returns the migration that was begun. */
async function inspectTarget(place: Place, source: Endpoint): Promise<InstallationMigrationRow | undefined> {
  const { path, blobs } = dataPaths(place.dataFolder);
  const database = await readDatabase(databaseOf(place)).catch(refuseDatabase);
  const begun = await findMigration(source.db, database).finally(() => database?.close());
  const names = place.storage === undefined && begun === undefined ? await inspectDataFolder(path) : [];
  if (names.some((name) => !traces.test(name)))
    throw new OperatorError(`The folder ${path} is not empty: name an empty one.`);
  const files = await inspectBlobs(place.storage, blobs);
  refuseOverlapping(files);
  if (files.restoring !== undefined) throw unfinishedRestore(files.where);
  const isFree = files.owner === undefined ? !files.hasBlobs : files.owner === begun?.id;
  if (!isFree)
    throw new OperatorError(`There are files of another installation in ${files.where}: name an empty place.`);
  return begun;
}

async function lockFolder(path: string): Promise<() => void> {
  await inspectDataFolder(path).catch((error: unknown) => {
    // Its own advice is for a server: the settings say where this migration comes from.
    throw error instanceof ConfigError
      ? new OperatorError(
          `The folder ${path} contains other files, or cannot be used: name an empty one that this user may write to.`,
        )
      : error;
  });
  await makeFolder(path);
  try {
    return lockFile(dataPaths(path).lock);
  } catch (error) {
    if (!(error instanceof LockHeld)) throw error;
    throw new OperatorError(`The folder ${path} is in use by another Keepsake: name an empty one.`, exitCodes.inUse);
  }
}

/** The error, with what to change where that is known. */
function withAdvice(error: unknown): unknown {
  if (error instanceof ConfigError) return new OperatorError(`The target cannot be used. ${error.message}`);
  if (error instanceof BlobStoreUnreachable)
    return new OperatorError(
      'The S3 server cannot be reached: run the same command again when it can be, and the migration resumes.',
    );
  if (error instanceof BlobStoreFull)
    return new OperatorError(
      'The disk of the target is full: free some space and run the same command again, and the migration resumes.',
    );
  return error;
}

function refuseDatabase(error: unknown): never {
  const problem = databaseProblem(error);
  if (problem === undefined || !(error instanceof Error)) throw error;
  const cannot = problem === 'unreachable' ? 'reached' : 'used';
  throw new OperatorError(`The target database cannot be ${cannot} (${error.message}): correct its address.`);
}
