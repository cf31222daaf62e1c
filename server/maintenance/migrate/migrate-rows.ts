import type { Kysely, Transaction } from 'kysely';
import { createTableSum, type TableSum } from '#server/database/row-sums.ts';
import { createRowWriter, type KeptTable, movedTables, type Row, readRows } from '#server/database/rows.ts';
import type { Tables } from '#server/database/tables.ts';
import { OperatorError } from '../operator-error.ts';
import { batches, parentsFirst } from '../row-order.ts';
import { blobsOf, idsThere } from './copy-blobs.ts';

type Options = {
  /** Blobs that could not be copied. */
  lost: ReadonlySet<string>;
  /** When that was found, in milliseconds. */
  now: number;
};

/** These are there already, with the bytes that they speak of; all else is written at the end. */
const ahead = ['blobs', 'small_blobs'];

/**
 * Makes the tables of the new place those of the old one, and compares count and sum of each. Throws Refusal when they differ.
 * Returns the number of rows by table.
 */
export async function migrateRows(
  from: Transaction<Tables>,
  to: Transaction<Tables>,
  options: Options,
): Promise<Record<string, number>> {
  for (const { name } of movedTables.toReversed())
    if (!ahead.includes(name)) await to.deleteFrom(name as never).execute();
  const insert = createRowWriter(to);
  const sums = new Map<string, TableSum>();
  for (const table of movedTables) {
    const { name, key } = table;
    const sum = createTableSum();
    const rows = movedRows(table, sum);
    for await (const batch of batches(name === 'entries' ? parentsFirst(rows) : rows))
      if (name !== 'small_blobs') await insert(name, batch, name === 'blobs' ? key : undefined);
    if (name === 'blobs') await dropUnknown(from, to);
    sums.set(name, sum.total());
  }
  for (const table of movedTables) {
    const [there, here] = [await sumOf(to, table), sums.get(table.name)];
    if (there.sum === here?.sum && there.rows === here.rows) continue;
    throw new OperatorError(
      `The table ${table.name} has other rows at the new place (${there.rows}, not ${here?.rows}): nothing was moved. Please report this.`,
    );
  }
  return Object.fromEntries([...sums].map(([name, { rows }]) => [name, rows]));

  async function* movedRows(table: KeptTable, sum: ReturnType<typeof createTableSum>): AsyncIterable<Row> {
    for await (const page of readRows(from, table)) {
      const moved = page.flatMap((row) => asMoved(table.name, row, options));
      sum.add(moved);
      yield* moved;
    }
  }
}

/** What becomes of a row at the new place. */
function asMoved(table: string, row: Row, { lost, now }: Options): Row[] {
  // Uploads under way begin anew.
  if (table === 'accounts') return [{ ...row, reserved_bytes: 0 }];
  // Thumbnails are made anew.
  if (table === 'previews' && row['state'] === 'made') return [{ ...row, state: 'waiting', tries: 0 }];
  if (table === 'blobs' && lost.has(String(row['id']))) return [{ ...row, damaged_at: row['damaged_at'] ?? now }];
  if (table === 'small_blobs' && lost.has(String(row['blob_id']))) return [];
  return [row];
}

/** Removes the rows of blobs that were copied and are gone by now; the janitor removes their bytes. */
async function dropUnknown(from: Kysely<Tables>, to: Kysely<Tables>): Promise<void> {
  for await (const page of blobsOf(to)) {
    const known = await idsThere(from, page);
    const gone = page.map(({ id }) => id).filter((id) => !known.has(id));
    if (gone.length > 0) await to.deleteFrom('blobs').where('id', 'in', gone).execute();
  }
}

async function sumOf(db: Kysely<Tables>, table: KeptTable): Promise<TableSum> {
  const sum = createTableSum();
  for await (const page of readRows(db, table)) sum.add(page);
  return sum.total();
}
