import { type Kysely, type OnConflictBuilder, type RawBuilder, sql, type Transaction } from 'kysely';
import type { Tables } from './tables.ts';

export type Row = Record<string, unknown>;

/** A table to read in the order of its key: all columns, or some. */
type ReadTable = { name: string; key: readonly string[]; columns?: readonly string[] };

const pageRows = 1000;
/** Engines accept some ten thousand values in one statement. */
const rowsPerInsert = 500;

/** The rows of a table, page by page, as values that JSON can hold and every engine accepts. */
export async function* readRows(db: Kysely<Tables>, { name, key, columns }: ReadTable): AsyncIterable<Row[]> {
  const what = columns === undefined ? sql`*` : names(columns);
  let last: Row | undefined;
  do {
    const after = last === undefined ? sql`` : sql`where (${names(key)}) > (${sql.join(key.map((k) => last?.[k]))})`;
    const { rows }: { rows: Row[] } = await sql<Row>`
      select ${what} from ${sql.table(name)} ${after} order by ${names(key)} limit ${pageRows}
    `.execute(db);
    last = rows.at(-1);
    if (rows.length > 0) yield rows.map(portable);
  } while (last !== undefined);
}

/**
 * Writes rows of `readRows` into a table, whatever engine they came from. With the table's key in `over` they replace the
 * rows that have the same.
 */
export function createRowWriter(trx: Transaction<Tables>) {
  let booleans: Map<string, Set<string>> | undefined;
  return async function insert(table: string, rows: readonly Row[], over?: readonly string[]): Promise<void> {
    booleans ??= await booleanColumns(trx);
    const ofTable = booleans.get(table) ?? new Set();
    for (let from = 0; from < rows.length; from += rowsPerInsert) {
      const batch = rows.slice(from, from + rowsPerInsert).map((row) => native(row, ofTable));
      const inserting = trx.insertInto(table as 'accounts').values(batch as never);
      await (over === undefined ? inserting : inserting.onConflict(replacing(over, batch))).execute();
    }
  };
}

function replacing(key: readonly string[], rows: readonly Row[]) {
  const values = Object.keys(rows[0] ?? {}).map((column) => [column, sql.ref(`excluded.${column}`)]);
  return (conflict: OnConflictBuilder<Tables, 'accounts'>) =>
    conflict.columns(key as never).doUpdateSet(Object.fromEntries(values) as never);
}

async function booleanColumns(db: Kysely<Tables>): Promise<Map<string, Set<string>>> {
  const tables = await db.introspection.getTables();
  return new Map(
    tables.map(({ name, columns }) => [
      name,
      new Set(columns.filter(({ dataType }) => dataType === 'bool').map((column) => column.name)),
    ]),
  );
}

function portable(row: Row): Row {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, portableValue(value)]));
}

function portableValue(value: unknown): unknown {
  if (Buffer.isBuffer(value)) return { base64: value.toString('base64') };
  return value instanceof Date ? value.toISOString() : value;
}

/** A boolean is 0 or 1 where an engine has no type for it. */
function native(row: Row, booleans: Set<string>): Row {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      if (typeof value === 'object' && value !== null && 'base64' in value)
        return [name, Buffer.from(String(value.base64), 'base64')];
      if (booleans.has(name)) return [name, Boolean(value)];
      return [name, typeof value === 'boolean' ? Number(value) : value];
    }),
  );
}

function names(columns: readonly string[]): RawBuilder<unknown> {
  return sql.join(columns.map((column) => sql.ref(column)));
}
