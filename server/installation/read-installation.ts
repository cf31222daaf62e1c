import { type ReadDatabase, readDatabase } from '#server/database/read.ts';
import { inspectDataFolder } from './data-folder.ts';
import { type DataPaths, dataPaths } from './data-paths.ts';
import { inspectBlobs } from './inspect-blobs.ts';
import { apart, databaseOf, type Place, refuseUnfinishedRestore, unfinishedRestore } from './installation.ts';
import { refuseUnfinishedMigration } from './migration-state.ts';
import { readStores, type Stores } from './open-stores.ts';

/** An installation opened so that nothing in it is changed; servers may use it meanwhile. */
export type ReadInstallation = Stores & { place: Place; paths: DataPaths; database: ReadDatabase };

/**
 * Opens an installation for reading while the work is done. Undefined when there is none. Throws ConfigError when only a
 * part of one is there, or its database and its bytes do not belong together.
 */
export async function withReadInstallation<Result>(
  place: Place,
  { now }: { now: () => number },
  work: (installation: ReadInstallation) => Promise<Result>,
): Promise<{ result: Result } | undefined> {
  const paths = dataPaths(place.dataFolder);
  const { isThere, owner, where, setting } = await (place.storage === undefined
    ? lookIntoFolder(paths)
    : lookIntoBucket(place));
  if (!isThere) return undefined;
  const database = await readDatabase(databaseOf(place));
  if (database === undefined) return undefined;
  try {
    if (database.schema.state === 'none') return undefined;
    await refuseUnfinishedMigration(database);
    const { db } = database;
    const known = await db.selectFrom('installation').select('id').executeTakeFirst();
    if (owner !== undefined && owner !== known?.id)
      throw apart(`The database and the files in ${where} do not belong together`, setting);
    const stores = await readStores({ storage: place.storage, folder: paths, db, now });
    try {
      return { result: await work({ place, paths, database, ...stores }) };
    } finally {
      await stores.blobs.close();
      await stores.thumbnails.close();
    }
  } finally {
    await database.close();
  }
}

async function lookIntoFolder({ path, blobs }: DataPaths) {
  const names = await inspectDataFolder(path);
  refuseUnfinishedRestore(names, path);
  return { isThere: names.length > 0, ...(await inspectBlobs(undefined, blobs)) };
}

/** A command may run where no node has a data folder. */
async function lookIntoBucket({ storage, dataFolder }: Place) {
  const found = await inspectBlobs(storage, dataPaths(dataFolder).blobs);
  if (found.restoring !== undefined) throw unfinishedRestore(found.where);
  return { isThere: true, ...found };
}
