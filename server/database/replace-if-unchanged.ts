import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

type Counted = Record<string, number>;

/**
 * Sets the numbers of the row with this key to `to` unless they are no longer `from`; a missing row counts as zeros. Returns
 * whether it did.
 */
export async function replaceIfUnchanged(
  db: Kysely<Tables>,
  table: 'folder_contents' | 'stored_sums',
  key: Record<string, string>,
  { from, to }: { from: Counted; to: Counted },
): Promise<boolean> {
  // The columns of either table.
  const untyped = db as unknown as Kysely<Record<string, Record<string, string | number>>>;
  return await untyped.transaction().execute(async (trx) => {
    const zeros = Object.fromEntries(Object.keys(to).map((column) => [column, 0]));
    await trx
      .insertInto(table)
      .values({ ...key, ...zeros })
      .onConflict((oc) => oc.doNothing())
      .execute();
    const { numUpdatedRows } = await trx
      .updateTable(table)
      .set(to)
      .where((row) => row.and({ ...key, ...from }))
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  });
}
