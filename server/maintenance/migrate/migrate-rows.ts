import type { Kysely, Transaction } from 'kysely';
import { createTableSum, type TableSum } from '#server/database/row-sums.ts';
import { createRowWriter, type Row, readRows } from '#server/database/rows.ts';
import type { Tables } from '#server/database/tables.ts';
import { migratedTables, presentIn, rebuildDerived } from '../declared-tables.ts';
import { OperatorError } from '../operator-error.ts';
import { batchesOf } from '../row-batches.ts';
import { blobsOf, knownIds } from './copy-blobs.ts';

type MigratedTable = (typeof migratedTables)[number];

type Options = {
  /** Blobs that could not be copied. */
  lost: ReadonlySet<string>;
  /** When that was found, in milliseconds. */
  now: number;
};

/** The target has these already, with the bytes that they stand for. */
const copiedBefore = ['blobs', 'small_blobs'];

/**
 * Makes the tables of the target those of the source, and compares the number and the checksum of the rows of each. Throws
 * OperatorError when they differ. Returns the number of rows by table.
 */
export async function migrateRows(
  source: Transaction<Tables>,
  target: Transaction<Tables>,
  options: Options,
): Promise<Record<string, number>> {
  const tables = await presentIn(source, migratedTables);
  for (const { name } of tables.toReversed())
    if (!copiedBefore.includes(name)) await target.deleteFrom(name as never).execute();
  const insert = createRowWriter(target);
  const sums = new Map<string, TableSum>();
  for (const table of tables) {
    const { name, key } = table;
    const sum = createTableSum();
    for await (const batch of batchesOf(table, adaptedRows(table, sum)))
      if (name !== 'small_blobs') await insert(name, batch, name === 'blobs' ? key : undefined);
    if (name === 'blobs') await removeUnknownBlobs(source, target);
    sums.set(name, sum.total());
  }
  for (const table of tables) {
    const [found, expected] = [await sumOf(target, table), sums.get(table.name)];
    if (found.sum === expected?.sum && found.rows === expected.rows) continue;
    throw new OperatorError(
      `The table ${table.name} has other rows at the target (${found.rows}, not ${expected?.rows}): nothing was migrated. Please report this.`,
    );
  }
  await rebuildDerived(target);
  return Object.fromEntries([...sums].map(([name, { rows }]) => [name, rows]));

  async function* adaptedRows(table: MigratedTable, sum: ReturnType<typeof createTableSum>): AsyncIterable<Row> {
    for await (const page of readRows(source, table)) {
      const rows = page.flatMap((row) => adapted(table, row, options));
      sum.add(rows);
      yield* rows;
    }
  }
}

/** What becomes of a row at the target. */
function adapted({ name, adapt = (row) => row }: MigratedTable, row: Row, { lost, now }: Options): Row[] {
  if (name === 'blobs' && lost.has(String(row['id']))) return [{ ...row, damaged_at: row['damaged_at'] ?? now }];
  if (name === 'small_blobs' && lost.has(String(row['blob_id']))) return [];
  return [adapt(row)];
}

/** Removes the rows of blobs that were copied and have been removed since; the garbage collection removes their bytes. */
async function removeUnknownBlobs(source: Kysely<Tables>, target: Kysely<Tables>): Promise<void> {
  for await (const page of blobsOf(target)) {
    const known = await knownIds(source, page);
    const gone = page.map(({ id }) => id).filter((id) => !known.has(id));
    if (gone.length > 0) await target.deleteFrom('blobs').where('id', 'in', gone).execute();
  }
}

async function sumOf(db: Kysely<Tables>, table: MigratedTable): Promise<TableSum> {
  const sum = createTableSum();
  for await (const page of readRows(db, table)) sum.add(page);
  return sum.total();
}
