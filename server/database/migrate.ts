import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { isOnServer, sortingOnDisk } from './long-transaction.ts';
import { checksumOf } from './migration-checksums.ts';
import * as firstTables from './migrations/001-first-tables.ts';
import * as previews from './migrations/002-previews.ts';
import * as objectsAndAccess from './migrations/003-objects-and-access.ts';
import * as integrity from './migrations/004-integrity.ts';
import * as manyNodes from './migrations/005-many-nodes.ts';
import * as installationMigrations from './migrations/006-installation-migrations.ts';
import * as attempts from './migrations/007-attempts.ts';
import * as sessionsAndEvents from './migrations/008-sessions-and-events.ts';
import * as checksumsAndClock from './migrations/009-checksums-and-clock.ts';
import * as entryCounts from './migrations/010-entry-counts.ts';
import * as namesInNfc from './migrations/011-names-in-nfc.ts';
import * as sortKeys from './migrations/012-sort-keys.ts';
import * as search from './migrations/013-search.ts';
import * as operations from './migrations/014-operations.ts';
import * as folderContents from './migrations/015-folder-contents.ts';
import * as stars from './migrations/017-stars.ts';
import * as versions from './migrations/018-versions.ts';
import * as singleRequests from './migrations/019-single-requests.ts';
import * as constraintName from './migrations/020-constraint-name.ts';
import * as thumbnailTurns from './migrations/021-thumbnail-turns.ts';
import * as trashContents from './migrations/022-trash-contents.ts';
import * as eventCounts from './migrations/023-event-counts.ts';
import * as searchAdditions from './migrations/024-search-additions.ts';
import * as gramsOnPostgres from './migrations/025-grams-on-postgres.ts';
import * as namesBeforeEndings from './migrations/026-names-before-endings.ts';
import * as archives from './migrations/027-archives.ts';
import * as facts from './migrations/028-facts.ts';
import * as unpackings from './migrations/029-unpackings.ts';
import * as moreFacts from './migrations/030-more-facts.ts';
import * as people from './migrations/031-people.ts';
import * as twoStepLogin from './migrations/032-two-step-login.ts';
import * as passkeys from './migrations/033-passkeys.ts';
import * as sessionsAndAddresses from './migrations/034-sessions-and-addresses.ts';
import * as invitations from './migrations/035-invitations.ts';
import * as backupRuns from './migrations/037-backup-runs.ts';
import * as identities from './migrations/038-identities.ts';
import * as searchTail from './migrations/039-search-tail.ts';
import * as unconfirmedFirstSteps from './migrations/040-unconfirmed-first-steps.ts';
import * as accountArchives from './migrations/041-account-archives.ts';
import * as handOvers from './migrations/042-hand-overs.ts';
import * as sumsOfPieces from './migrations/043-sums-of-pieces.ts';
import * as blobOfUpload from './migrations/044-blob-of-upload.ts';
import * as indexesForSteps from './migrations/045-indexes-for-steps.ts';
import * as handOversInTurn from './migrations/046-hand-overs-in-turn.ts';
import * as answers from './migrations/047-answers.ts';
import { databaseProblem } from './problems.ts';

/** All migrations, in their order. There is no way back. */
const migrations: Record<string, Migration> = {
  '001-first-tables': firstTables,
  '002-previews': previews,
  '003-objects-and-access': objectsAndAccess,
  '004-integrity': integrity,
  '005-many-nodes': manyNodes,
  '006-installation-migrations': installationMigrations,
  '007-attempts': attempts,
  '008-sessions-and-events': sessionsAndEvents,
  '009-checksums-and-clock': checksumsAndClock,
  '010-entry-counts': entryCounts,
  '011-names-in-nfc': namesInNfc,
  '012-sort-keys': sortKeys,
  '013-search': search,
  '014-operations': operations,
  '015-folder-contents': folderContents,
  // There is no step 016.
  '017-stars': stars,
  '018-versions': versions,
  '019-single-requests': singleRequests,
  '020-constraint-name': constraintName,
  '021-thumbnail-turns': thumbnailTurns,
  '022-trash-contents': trashContents,
  '023-event-counts': eventCounts,
  '024-search-additions': searchAdditions,
  '025-grams-on-postgres': gramsOnPostgres,
  '026-names-before-endings': namesBeforeEndings,
  '027-archives': archives,
  '028-facts': facts,
  '029-unpackings': unpackings,
  '030-more-facts': moreFacts,
  '031-people': people,
  '032-two-step-login': twoStepLogin,
  '033-passkeys': passkeys,
  '034-sessions-and-addresses': sessionsAndAddresses,
  '035-invitations': invitations,
  // There is no step 036.
  '037-backup-runs': backupRuns,
  '038-identities': identities,
  '039-search-tail': searchTail,
  '040-unconfirmed-first-steps': unconfirmedFirstSteps,
  '041-account-archives': accountArchives,
  '042-hand-overs': handOvers,
  '043-sums-of-pieces': sumsOfPieces,
  '044-blob-of-upload': blobOfUpload,
  '045-indexes-for-steps': indexesForSteps,
  '046-hand-overs-in-turn': handOversInTurn,
  '047-answers': answers,
};

/** The version of the schema. `none`: there are no tables yet; `newer`: a step was applied that this program does not know. */
export type Schema = {
  state: 'none' | 'older' | 'current' | 'newer';
  applied: string[];
  /** The steps that are still to come. */
  missing: string[];
};

/** The schema of the database is not one that this program can use; the message is a sentence for the operator. */
export class SchemaError extends Error {}

/** Changes nothing. Throws SchemaError when a step was applied that is another one than the one of that name here. */
export async function readSchema<Tables>(db: Kysely<Tables>): Promise<Schema> {
  const applied = await readApplied(db);
  await refuseForeign(db, applied);
  return schemaOf(applied.map(({ name }) => name));
}

/**
 * Migrates to the latest step, or to the given one, in one transaction: a failure leaves nothing behind. Tables that are
 * beyond that step stay as they are. Records the checksums of the steps that have none. Throws SchemaError.
 */
export async function migrate<Tables>(db: Kysely<Tables>, lastStep?: string): Promise<void> {
  const { state, applied } = await readSchema(db);
  if (lastStep !== undefined && applied.includes(lastStep)) return;
  // At most starts there is nothing to do, for which the migrator would look through all tables.
  if (state !== 'current') await takeSteps(db, lastStep);
  await recordChecksums(db);
}

async function takeSteps<Tables>(db: Kysely<Tables>, lastStep: string | undefined): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error, results } = await sortingOnDisk(db, () =>
    lastStep === undefined ? migrator.migrateToLatest() : migrator.migrateTo(lastStep),
  );
  if (error !== undefined) throw failed(error, results?.find(({ status }) => status === 'Error')?.migrationName);
}

/** The schema after these steps. */
export function schemaOf(applied: string[]): Schema {
  const missing = Object.keys(migrations).filter((name) => !applied.includes(name));
  if (applied.some((name) => !Object.hasOwn(migrations, name))) return { state: 'newer', applied, missing };
  if (applied.length === 0) return { state: 'none', applied, missing };
  return { state: missing.length === 0 ? 'current' : 'older', applied, missing };
}

/** `checksum` is null where a version before step 009 applied it, and undefined while there is no column for it. */
type Applied = { name: string; checksum: string | null | undefined };

async function readApplied<Tables>(db: Kysely<Tables>): Promise<Applied[]> {
  const columns = await columnsOfMigrations(db);
  if (columns.length === 0) return [];
  const checksum = columns.includes('checksum') ? sql`, checksum` : sql``;
  const { rows } = await sql<Applied>`
    select name${checksum} from kysely_migration order by name
  `.execute(db);
  return rows;
}

/** None while there is no such table. To look into one takes a small part of the time of looking into all. */
async function columnsOfMigrations<Tables>(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await (isOnServer(db)
    ? sql<{ name: string }>`
        select attname as name from pg_attribute
        where attrelid = to_regclass('kysely_migration') and attnum > 0 and not attisdropped
      `
    : sql<{ name: string }>`select name from pragma_table_info('kysely_migration')`
  ).execute(db);
  return rows.map(({ name }) => name);
}

async function refuseForeign<Tables>(db: Kysely<Tables>, applied: Applied[]): Promise<void> {
  for (const { name, checksum } of applied) {
    const migration = migrations[name];
    if (migration === undefined || checksum === null || checksum === undefined) continue;
    if (checksum === (await checksumOn(db, migration))) continue;
    throw new SchemaError(
      `Step ${name} of the database differs from that of this version: start the version of Keepsake that was used before.`,
    );
  }
}

/** Every start asks several times for those of all steps. */
const checksums = { sqlite: new Map<Migration, Promise<string>>(), postgres: new Map<Migration, Promise<string>>() };

function checksumOn<Tables>(db: Kysely<Tables>, migration: Migration): Promise<string> {
  const engine = isOnServer(db) ? 'postgres' : 'sqlite';
  const checksum = checksums[engine].get(migration) ?? checksumOf(migration, engine);
  checksums[engine].set(migration, checksum);
  return checksum;
}

/** In one transaction: on a slow disk each commit is felt at the first start. */
async function recordChecksums<Tables>(db: Kysely<Tables>): Promise<void> {
  const unrecorded = (await readApplied(db)).filter(({ checksum }) => checksum === null);
  if (unrecorded.length === 0) return;
  await db.transaction().execute(async (transaction) => {
    for (const { name } of unrecorded) {
      const migration = migrations[name];
      if (migration === undefined) continue;
      const found = await checksumOn(db, migration);
      await sql`
        update kysely_migration set checksum = ${found} where name = ${name} and checksum is null
      `.execute(transaction);
    }
  });
}

/** An error of a step as a sentence; one of the engine itself, such as a full disk, stays as it is. */
function failed(error: unknown, step: string | undefined): unknown {
  if (databaseProblem(error) !== undefined) return error;
  const { message } = error as Error;
  return new SchemaError(
    `The database could not be upgraded to this version${step === undefined ? '' : ` (step ${step})`}: ${message}. Nothing in it was changed: start the version of Keepsake that was used before.`,
    { cause: error },
  );
}
