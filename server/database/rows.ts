import { type Kysely, type OnConflictBuilder, type RawBuilder, sql, type Transaction } from 'kysely';
import type { Tables } from './tables.ts';

export type Row = Record<string, unknown>;

/** A table whose rows are kept by a backup, in the order of its key. */
export type KeptTable = { name: string; key: string[]; columns?: string[] };

/** Each after those that it refers to. The bytes of the smallest blobs travel like those of all others. */
export const keptTables: KeptTable[] = [
  { name: 'user', key: ['id'] },
  { name: 'account', key: ['id'] },
  { name: 'accounts', key: ['user_id'] },
  { name: 'entries', key: ['id'] },
  { name: 'blobs', key: ['id'] },
  { name: 'versions', key: ['id'] },
  { name: 'blob_sums', key: ['blob_id', 'part'] },
  { name: 'small_blobs', key: ['blob_id'], columns: ['blob_id'] },
  { name: 'previews', key: ['blob_id'] },
  { name: 'finished_uploads', key: ['id'] },
  { name: 'app_passwords', key: ['id'] },
  { name: 'download_tokens', key: ['id'] },
];

/** Sessions, links of mails, counts, what happened lately: a restored installation begins without, one that moves goes on with them. */
const livingTables: KeptTable[] = [
  { name: 'session', key: ['id'] },
  { name: 'verification', key: ['id'] },
  { name: 'rateLimit', key: ['id'] },
  { name: 'attempts', key: ['key'] },
  { name: 'changes', key: ['account', 'revision'] },
];

/** Everything that an installation takes along when it moves, each table after those that it refers to. */
export const movedTables: KeptTable[] = [...keptTables, ...livingTables];

/** What belongs to a place and stays there: uploads under way, whose it is, where bytes lie, who does what. */
const placeTables = ['uploads', 'installation', 'blob_states', 'leases', 'moves'];

const pageRows = 1000;
/** Engines take a few ten thousand values in one statement. */
const rowsPerInsert = 500;

/** Tables of which this program does not know whether a backup has to keep them. */
export async function unknownTables(db: Kysely<Tables>): Promise<string[]> {
  const known = new Set(allTables());
  const tables = await db.introspection.getTables();
  return tables.map(({ name }) => name).filter((name) => !known.has(name));
}

/** The rows of a table, page by page, as values that JSON keeps and every engine takes back. */
export async function* readRows(db: Kysely<Tables>, { name, key, columns }: KeptTable): AsyncIterable<Row[]> {
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
 * Takes rows of `readRows` back into a table, whatever engine they came from. With the table's key they take the place
 * of rows that are there.
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

/** Whether any table that a restore would fill has a row. */
export async function hasRows(db: Kysely<Tables>): Promise<boolean> {
  const there = new Set((await db.introspection.getTables()).map(({ name }) => name));
  for (const name of allTables()) {
    if (!there.has(name)) continue;
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(db);
    if (rows.length > 0) return true;
  }
  return false;
}

function allTables(): string[] {
  return [...movedTables.map(({ name }) => name), ...placeTables];
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

/** Truth is 0 or 1 where an engine has no type for it. */
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

function names(columns: string[]): RawBuilder<unknown> {
  return sql.join(columns.map((column) => sql.ref(column)));
}
