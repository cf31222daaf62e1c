import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import { isOnServer } from './long-transaction.ts';
import type { Tables } from './tables.ts';

/** A name in the index. `grams` are what it can be found by, separated by spaces; PostgreSQL makes its own. */
export type IndexedName = { row: number; grams: string };

export type Candidate = { row: number; entry_id: string; key: string };

type Wanted = {
  /** Parts of names that all have to be there. */
  parts: readonly string[];
  /** Their grams. */
  grams: readonly string[];
  /** From this row on, and before the other. */
  from: number;
  before: number;
  limit: number;
};

/** Three of these in a row are found by pg_trgm whatever the language of the database. */
const findable = /[a-z0-9]{3}/;

/** Adds names to the index of grams, inside the transaction that writes their rows. */
export async function insertGrams(trx: Transaction<Tables>, names: readonly IndexedName[]): Promise<void> {
  if (isOnServer(trx) || names.length === 0) return;
  const values = names.map(({ row, grams }) => sql`(${bigint(row)}, ${grams})`);
  await sql`insert into search_grams (rowid, grams) values ${sql.join(values)}`.execute(trx);
}

/** Removes the grams of a row that stays; those of a row that is deleted go with it. */
export async function deleteGrams(trx: Transaction<Tables>, row: number): Promise<void> {
  if (!isOnServer(trx)) await sql`delete from search_grams where rowid = ${bigint(row)}`.execute(trx);
}

/** Removes every name. Their words go with the accounts. */
export async function clearIndex(trx: Kysely<Tables>): Promise<void> {
  if (isOnServer(trx)) return void (await sql`delete from search_names`.execute(trx));
  // One by one, each would be removed from the index.
  await sql`drop trigger search_names_removed`.execute(trx);
  await sql`delete from search_names`.execute(trx);
  await sql`insert into search_grams (search_grams) values ('delete-all')`.execute(trx);
  await sql`
    create trigger search_names_removed after delete on search_names begin
      delete from search_grams where rowid = old.row;
    end
  `.execute(trx);
}

/**
 * Names that may have these parts, the newest row first: at most `limit` of them, so fewer are the last. Whether they have
 * the parts is for the caller to see.
 */
export async function readCandidates(db: Kysely<Tables>, wanted: Wanted): Promise<Candidate[]> {
  const { rows } = await (isOnServer(db) ? onServer(wanted) : inFile(wanted)).execute(db);
  return rows;
}

function inFile({ grams, from, before, limit }: Wanted): RawBuilder<Candidate> {
  const range = (row: string) => sql`${sql.ref(row)} >= ${bigint(from)} and ${sql.ref(row)} < ${bigint(before)}`;
  if (grams.length === 0)
    return sql<Candidate>`
      select row, entry_id, key from search_names where ${range('row')} order by row desc limit ${limit}
    `;
  const match = grams.map((gram) => `"${gram}"`).join(' ');
  return sql<Candidate>`
    select names.row, names.entry_id, names.key from (
      select rowid as row from search_grams where search_grams match ${match} and ${range('rowid')}
      order by rowid desc limit ${limit}
    ) as found
    join search_names as names on names.row = found.row
    order by names.row desc
  `;
}

function onServer({ parts, from, before, limit }: Wanted): RawBuilder<Candidate> {
  const conditions = parts.map((part) =>
    findable.test(part)
      ? sql`key like ${`%${part.replace(/[\\%_]/g, String.raw`\$&`)}%`}`
      : sql`strpos(key, ${part}) > 0`,
  );
  return sql<Candidate>`
    select "row", entry_id, key from search_names
    where ${sql.join([sql`"row" >= ${bigint(from)}`, sql`"row" < ${bigint(before)}`, ...conditions], sql` and `)}
    order by "row" desc limit ${limit}
  `;
}

/** Numbers beyond 32 bits reach SQLite as floating-point numbers, which its index of grams does not take for rows. */
function bigint(value: number): RawBuilder<number> {
  return sql<number>`cast(${value} as bigint)`;
}
