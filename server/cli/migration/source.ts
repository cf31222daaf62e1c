import { diskStore } from '#server/blobs/disk/disk-store.ts';
import { readConfig } from '#server/config/config.ts';
import { openDatabase } from '#server/database/open.ts';
import { readDatabase } from '#server/database/read.ts';
import { dataPaths } from '#server/installation/data-paths.ts';
import { readMigration } from '#server/installation/migration-state.ts';
import type { Endpoint } from '#server/maintenance/migrate/endpoint.ts';
import { OperatorError } from '#server/maintenance/operator-error.ts';
import { databaseOf, endpointAt, nameOf, openBlobs, type Place } from './place.ts';

/**
 * Opens the installation of the settings for as long as the work takes; a server may use it meanwhile. Throws OperatorError
 * when there is none, or it is one of another version.
 */
export async function withSource<Result>(
  { now }: { now: () => number },
  work: (source: Endpoint) => Promise<Result>,
): Promise<Result> {
  const place = readConfig();
  await refuseUnlessOurs(place);
  const database = await openDatabase(databaseOf(place));
  try {
    const { blobs: root } = dataPaths(place.dataFolder);
    // A folder that a server may be using is only read.
    const blobs = place.storage === undefined ? diskStore(root) : await openBlobs(place, database, now);
    return await work(endpointAt(place, database, blobs)).finally(() => blobs.close());
  } finally {
    await database.close();
  }
}

async function refuseUnlessOurs(place: Place): Promise<void> {
  const database = await readDatabase(databaseOf(place));
  const state = database?.schema.state ?? 'none';
  // No server starts on an installation that was migrated away, so this is who brings its tables up to date.
  const isMigratedAway =
    database !== undefined && state === 'older' && (await readMigration(database))?.state === 'gone';
  await database?.close();
  if (state === 'none')
    throw new OperatorError(
      `There is no Keepsake in ${nameOf(place)}: set KEEPSAKE_DATA and DATABASE_URL to where it is.`,
    );
  if (state !== 'current' && !isMigratedAway)
    throw new OperatorError(
      'The database was made by another version: start this version on it once, then migrate it.',
    );
}
