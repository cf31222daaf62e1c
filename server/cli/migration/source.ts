import { openDatabase } from '#server/database/open.ts';
import { readDatabase } from '#server/database/read.ts';
import { databaseOf, type Place } from '#server/installation/installation.ts';
import { readMigration } from '#server/installation/migration-state.ts';
import type { Endpoint } from '#server/maintenance/migrate/endpoint.ts';
import { OperatorError } from '#server/maintenance/operator-error.ts';
import { noInstallation, ownPlace } from '../shared/own-installation.ts';
import { endpointAt, openBlobs } from './place.ts';

/**
 * Opens the installation of the settings for as long as the work takes; a server may use it meanwhile. Throws OperatorError
 * when there is none, or it is one of another version.
 */
export async function withSource<Result>(
  { now }: { now: () => number },
  work: (source: Endpoint) => Promise<Result>,
): Promise<Result> {
  const place = ownPlace();
  await refuseUnlessOurs(place);
  const database = await openDatabase(databaseOf(place));
  try {
    const blobs = await openBlobs(place, database, { now, isSource: true });
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
  if (state === 'none') throw noInstallation(place);
  if (state !== 'current' && !isMigratedAway)
    throw new OperatorError(
      'The database was made by another version: start this version on it once, then migrate it.',
    );
}
