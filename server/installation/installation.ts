import { randomBytes, randomUUID } from 'node:crypto';
import type { BlobStore } from '#server/blobs/blob-store.ts';
import type { Config } from '#server/config/config-type.ts';
import type { Database, DatabaseSettings } from '#server/database/open.ts';
import { readDatabase } from '#server/database/read.ts';
import { isHeld } from '#server/database/sqlite/folder-lock.ts';
import { ConfigError } from '#server/errors/config-error.ts';
import { type DataFolder, folderInUse, inspectDataFolder, openDataFolder } from './data-folder.ts';
import { dataPaths } from './data-paths.ts';
import { inspectBlobs, refuseOverlapping } from './inspect-blobs.ts';
import { refuseMigrated } from './migration-state.ts';

/** The settings that say where an installation keeps its rows and bytes. */
export type Place = Pick<Config, 'dataFolder' | 'databaseUrl' | 'storage'>;

/** For a command, which may run long transactions. */
export function databaseOf({ dataFolder, databaseUrl }: Place): DatabaseSettings {
  return { url: databaseUrl, file: dataPaths(dataFolder).databaseFile, answerMs: 0 };
}

/**
 * Opens the data folder, after making sure that it and the database belong together and to this version. A database that
 * meets unknown blobs would have them removed by the garbage collection; without its blobs every file would be damaged.
 * Throws ConfigError; then not a byte was changed.
 */
export async function openInstallation(place: Place): Promise<DataFolder> {
  await refuseStrangers(place).catch((error: unknown) => {
    // Whoever starts a second server there has to hear that first.
    throw isHeld(dataPaths(place.dataFolder).lock) ? folderInUse(place.dataFolder) : error;
  });
  const folder = await openDataFolder(place.dataFolder);
  try {
    // Now that the folder is locked nobody else makes one of it any more.
    await refuseStrangers(place);
  } catch (error) {
    folder.unlock();
    throw error;
  }
  return folder;
}

/** Notes in the database and beside the blobs that they belong together, which is done at the first start. */
export async function noteInstallation({ db, blobs }: { db: Database; blobs: BlobStore }): Promise<void> {
  await db
    .insertInto('installation')
    .values({ id: randomUUID() })
    // There is one already, or another node was quicker.
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { id } = await db.selectFrom('installation').select('id').executeTakeFirstOrThrow();
  if (id !== (await blobs.owner())) await blobs.mark(id);
}

/** The key of session cookies and links that all nodes share; whichever node comes first makes it. */
export async function sharedSecret(db: Database): Promise<string> {
  const made = randomBytes(32).toString('base64url');
  await db.updateTable('installation').set({ secret: made }).where('secret', 'is', null).execute();
  const { secret } = await db.selectFrom('installation').select('secret').executeTakeFirstOrThrow();
  return secret ?? made;
}

/** Reads only. */
async function refuseStrangers(place: Place): Promise<void> {
  const paths = dataPaths(place.dataFolder);
  const names = await inspectDataFolder(place.dataFolder);
  refuseUnfinishedRestore(names, place.dataFolder);
  const { known, knowsBlobs } = await askDatabase(place);
  const found = await inspectBlobs(place.storage, paths.blobs);
  const { where, setting, mark, owner, hasBlobs, restoring } = found;
  refuseOverlapping(found);
  if (restoring !== undefined) throw unfinishedRestore(where);
  if (known !== undefined && known === owner) return;
  // A first start may have been killed before it noted everything, when there was nothing to lose yet.
  if (owner === undefined && !hasBlobs && !knowsBlobs) return;
  if (known !== undefined && owner === undefined && !hasBlobs) {
    throw new ConfigError(
      `The database knows files, but there are none in ${where}: mount the volume that holds them, set ${setting} to the place that was used before, or restore both from one backup.`,
    );
  }
  throw apart(
    owner === undefined
      ? `The files in ${where} have lost their mark (${mark})`
      : `The database and the files in ${where} do not belong together`,
    setting,
  );
}

/** What everything ends with whose database and bytes are not one installation. */
export function apart(problem: string, setting: string): ConfigError {
  return new ConfigError(
    `${problem}: set DATABASE_URL and ${setting} back to the pair that was used before, or restore both from one backup.`,
  );
}

/** Throws ConfigError when only a part of an installation is in this data folder. `names` are the files in it. */
export function refuseUnfinishedRestore(names: readonly string[], dataFolder: string): void {
  if (names.includes('restoring')) throw unfinishedRestore(dataFolder);
}

/** What everything but the same restore ends with where only a part of an installation is. */
export function unfinishedRestore(where: string): ConfigError {
  return new ConfigError(`The restore into ${where} was not finished: run the same \`keepsake restore\` again.`);
}

/** The installation that the database belongs to, if any, and whether it knows blobs. */
async function askDatabase(place: Place) {
  const database = await readDatabase(databaseOf(place));
  if (database === undefined) return { known: undefined, knowsBlobs: false };
  try {
    if (database.schema.state === 'newer') {
      throw new ConfigError(
        'The data was written by a newer Keepsake: start that version, or restore the backup from before it.',
      );
    }
    if (database.schema.state === 'none') return { known: undefined, knowsBlobs: false };
    const { db } = database;
    await refuseMigrated(database);
    const installation = await db.selectFrom('installation').select('id').executeTakeFirst();
    const blob = await db.selectFrom('blobs').select('id').limit(1).executeTakeFirst();
    return { known: installation?.id, knowsBlobs: blob !== undefined };
  } finally {
    await database.close();
  }
}
