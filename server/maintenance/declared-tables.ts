import { type Kysely, sql } from 'kysely';
import { accountTables } from '#server/accounts/tables.ts';
import { backupTables } from '#server/backups/tables.ts';
import { clusterTables } from '#server/cluster/tables.ts';
import {
  type DerivedTable,
  inReferenceOrder,
  type StoredTable,
  type TableDeclaration,
  type TransientTable,
} from '#server/database/table-declaration.ts';
import type { Tables } from '#server/database/tables.ts';
import { whileNobodyWrites } from '#server/database/writing.ts';
import { driveTables, searchTables } from '#server/drive/tables.ts';
import { installationTables } from '#server/installation/tables.ts';
import { integrityTables } from '#server/integrity/tables.ts';

/** All tables, each after those that it refers to. */
export const declaredTables = inReferenceOrder([
  ...accountTables,
  ...integrityTables,
  ...driveTables,
  ...clusterTables,
  ...installationTables,
  ...backupTables,
]);

/** What a backup has. */
export const storedTables = declaredTables.filter((table): table is StoredTable => table.kind === 'stored');

/** What a migration copies. */
export const migratedTables = declaredTables.filter(
  (table): table is StoredTable | TransientTable => table.kind === 'stored' || table.kind === 'transient',
);

/** Those of the tables that a database has: the server makes what an update brings when it starts. */
export async function presentIn<Table extends TableDeclaration>(
  db: Kysely<Tables>,
  tables: readonly Table[],
): Promise<Table[]> {
  const found = new Set((await db.introspection.getTables()).map(({ name }) => name));
  return tables.filter(({ name }) => found.has(name));
}

/** The tables that nobody may write to at the end of a migration and after it. */
export async function guardedTables(db: Kysely<Tables>): Promise<string[]> {
  const guarded = declaredTables.filter(({ kind, name }) => kind !== 'derived' && name !== 'installation_migrations');
  return (await presentIn(db, guarded)).map(({ name }) => name);
}

/** Whether any table has a row, but for the `ignored` ones. */
export async function hasRows(db: Kysely<Tables>, ignored: readonly string[] = []): Promise<boolean> {
  for (const { name } of await presentIn(db, declaredTables)) {
    if (ignored.includes(name)) continue;
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(db);
    if (rows.length > 0) return true;
  }
  return false;
}

/** Fills the tables that are not copied, after all others have their rows. */
export async function rebuildDerived(
  trx: Kysely<Tables>,
  tables: readonly TableDeclaration[] = declaredTables,
): Promise<void> {
  for (const { rebuild } of tables.filter((table): table is DerivedTable => table.kind === 'derived'))
    await rebuild(trx);
}

/** Empties the index of names, also beside servers: none of them adds a name meanwhile, which would stay without its account. */
export async function emptySearch(db: Kysely<Tables>): Promise<void> {
  const names = searchTables.map(({ name }) => name);
  await whileNobodyWrites(db, names, (trx) => rebuildDerived(trx, searchTables));
}
