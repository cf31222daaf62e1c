import { randomUUID } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import type { Database } from '#server/database/open.ts';
import type { ReadDatabase } from '#server/database/read.ts';
import type { InstallationMigrationRow } from '#server/database/tables/installation-rows.ts';
import type { Tables } from '#server/database/tables.ts';
import { allowWrites, whileNobodyWrites } from '#server/database/writing.ts';
import { readMigration } from '#server/installation/migration-state.ts';
import { guardedTables, hasRows } from '../declared-tables.ts';
import { OperatorError } from '../operator-error.ts';
import type { Endpoint } from './endpoint.ts';

/**
 * The migration from the source that was begun into the database of the target; undefined when none was, and the target
 * is free. Throws OperatorError when the target is not empty, or the source was migrated already.
 */
export async function findMigration(
  source: Kysely<Tables>,
  target: ReadDatabase | undefined,
): Promise<InstallationMigrationRow | undefined> {
  const { id: sourceId } = await source.selectFrom('installation').select('id').executeTakeFirstOrThrow();
  const found = target && (await readMigration(target));
  const isOurs = found?.state === 'coming' && found.from_id === sourceId;
  const isLastStep = isOurs && (await findGone(source))?.id === found.id;
  if (!isLastStep) await refuseGone(source);
  if (isOurs) return found;
  if (target !== undefined && target.schema.state !== 'none' && (await hasRows(target.db)))
    throw new OperatorError('The target database is not empty: name an empty one.');
  return undefined;
}

/** Notes in the empty database of the target that an installation is coming, which gets another id. */
export async function beginMigration(
  source: Endpoint,
  target: Database,
  now: number,
): Promise<InstallationMigrationRow> {
  const { id: from_id } = await source.db.selectFrom('installation').select('id').executeTakeFirstOrThrow();
  const migration: InstallationMigrationRow = {
    id: randomUUID(),
    from_id,
    state: 'coming',
    place: source.name,
    at: now,
  };
  await target.insertInto('installation_migrations').values(migration).execute();
  return migration;
}

/**
 * Lets the source be written to again, with what it had when it was migrated. Returns the name of the target. Throws
 * OperatorError when it was not migrated.
 */
export async function undoMigration(source: Endpoint): Promise<string> {
  const tables = await guardedTables(source.db);
  return await whileNobodyWrites(source.db, tables, async (trx) => {
    const gone = await findGone(trx);
    if (gone === undefined) throw new OperatorError('This installation was not migrated: there is nothing to undo.');
    await allowWrites(trx, tables);
    await trx.deleteFrom('installation_migrations').where('id', '=', gone.id).execute();
    return gone.place;
  });
}

/** Throws OperatorError when the installation was migrated. */
export async function refuseGone(db: Kysely<Tables>): Promise<void> {
  const gone = await findGone(db);
  if (gone !== undefined) throw new OperatorError(`This installation was already migrated to ${gone.place}.`);
}

/** Where the installation was migrated to; undefined when it was not. */
export function findGone(db: Kysely<Tables> | Transaction<Tables>): Promise<InstallationMigrationRow | undefined> {
  return db.selectFrom('installation_migrations').selectAll().where('state', '=', 'gone').executeTakeFirst();
}
