import { type Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import * as firstTables from './migrations/001-first-tables.ts';
import * as previews from './migrations/002-previews.ts';
import * as objectsAndAccess from './migrations/003-objects-and-access.ts';
import * as integrity from './migrations/004-integrity.ts';
import * as manyNodes from './migrations/005-many-nodes.ts';
import * as installationMigrations from './migrations/006-installation-migrations.ts';
import * as sessionsAndEvents from './migrations/008-sessions-and-events.ts';

/** All migrations, in their order. There is no way back. */
const migrations = {
  '001-first-tables': firstTables,
  '002-previews': previews,
  '003-objects-and-access': objectsAndAccess,
  '004-integrity': integrity,
  '005-many-nodes': manyNodes,
  '006-installation-migrations': installationMigrations,
  '008-sessions-and-events': sessionsAndEvents,
};

/** The version of the schema. `none`: there are no tables yet; `newer`: a step was applied that this program does not know. */
export type Schema = {
  state: 'none' | 'older' | 'current' | 'newer';
  applied: string[];
  /** The steps that are still to come. */
  missing: string[];
};

/** Changes nothing. */
export async function readSchema<Tables>(db: Kysely<Tables>): Promise<Schema> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === 'kysely_migration')) return schemaOf([]);
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return schemaOf(rows.map(({ name }) => name));
}

/**
 * Migrates to the latest step, or to the given one, in one transaction: a failure leaves nothing behind. Tables that are
 * beyond that step stay as they are.
 */
export async function migrate<Tables>(db: Kysely<Tables>, lastStep?: string): Promise<void> {
  if (lastStep !== undefined && (await readSchema(db)).applied.includes(lastStep)) return;
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await (lastStep === undefined ? migrator.migrateToLatest() : migrator.migrateTo(lastStep));
  if (error) throw error;
}

/** The schema after these steps. */
export function schemaOf(applied: string[]): Schema {
  const missing = Object.keys(migrations).filter((name) => !applied.includes(name));
  if (applied.some((name) => !Object.hasOwn(migrations, name))) return { state: 'newer', applied, missing };
  if (applied.length === 0) return { state: 'none', applied, missing };
  return { state: missing.length === 0 ? 'current' : 'older', applied, missing };
}
