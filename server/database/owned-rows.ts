import { type Kysely, type RawBuilder, sql } from 'kysely';
import { rowsAtOnce } from './row-groups.ts';
import { inReferenceOrder, type TableDeclaration } from './table-declaration.ts';
import type { Tables } from './tables.ts';

/** Deletes all rows of an account in some tables, those that refer to others first, a group in each transaction. */
export async function deleteOwned(
  db: Kysely<Tables>,
  tables: readonly TableDeclaration[],
  account: string,
): Promise<void> {
  const names = new Set(tables.map(({ name }) => name));
  const among = tables.map((table) => ({
    ...table,
    references: (table.references ?? []).filter((reference) => names.has(reference.table)),
  }));
  for (const table of inReferenceOrder(among).toReversed()) {
    const owned = ownedBy(table, tables, account);
    if (owned === undefined) continue;
    const key = sql.join(table.key.map((column) => sql.ref(column)));
    for (let deleted = BigInt(rowsAtOnce); deleted === BigInt(rowsAtOnce); ) {
      const { numAffectedRows = 0n } = await sql`
        delete from ${sql.table(table.name)} where (${key}) in (
          select ${key} from ${sql.table(table.name)} where ${owned} limit ${sql.lit(rowsAtOnce)}
        )
      `.execute(db);
      deleted = numAffectedRows;
    }
  }
}

/** A condition on the rows of a table that are an account's; undefined for a table of which none are. */
function ownedBy(
  { owner }: TableDeclaration,
  tables: readonly TableDeclaration[],
  account: string,
): RawBuilder<boolean> | undefined {
  if (owner === 'nobody') return undefined;
  if (!('of' in owner)) {
    const isOwned = sql<boolean>`${sql.ref(owner.column)} = ${account}`;
    const kinds = owner.indexed?.map((condition) => sql`(${isOwned} and ${sql.raw(condition)})`);
    return kinds === undefined ? isOwned : sql`(${sql.join(kinds, sql` or `)})`;
  }
  const above = tables.find(({ name }) => name === owner.of);
  const ofAbove = above && ownedBy(above, tables, account);
  if (ofAbove === undefined) throw new Error(`No account owns the rows of ${owner.of}`);
  return sql`${sql.ref(owner.column)} in (select ${sql.ref(owner.key)} from ${sql.table(owner.of)} where ${ofAbove})`;
}
