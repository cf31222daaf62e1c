import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import { isOnServer } from '../long-transaction.ts';
import { together } from '../statements/together.ts';
import type { Tables } from '../tables.ts';
import { blockBits, gramBits, gramNumber } from './block-grams.ts';

/** The row of a name, its entry, what it is when it is folded, what it can be found by, and its words. */
export type IndexedName = { row: number; id: string; key: string; grams: readonly string[]; words: readonly string[] };

/**
 * Indexes names of the account with this number, which the transaction holds: new ones, and those that entries have now that
 * are in the index, in their rows. A few statements, which are sent at once, whatever the number of names.
 */
export async function writeNames(
  trx: Transaction<Tables>,
  number: number,
  names: readonly IndexedName[],
): Promise<void> {
  const words = JSON.stringify([...new Set(names.flatMap((name) => name.words))].map((word) => [word, word.length]));
  const statements = isOnServer(trx) ? onServer(number, names, words) : inFile(number, names, words);
  await together(statements.map((statement) => statement.execute(trx)));
}

function inFile(number: number, names: readonly IndexedName[], words: string): RawBuilder<unknown>[] {
  const rows = JSON.stringify(names.map(({ row, id, key, grams }) => [row, id, key, grams.join(' ')]));
  const name = sql`json_each(${rows}) as name`;
  return [
    sql`
      insert into search_names ("row", entry_id, key)
      select name.value ->> 0, name.value ->> 1, name.value ->> 2 from ${name} where true
      on conflict (entry_id) do update set key = excluded.key
    `,
    sql`insert or replace into search_grams (rowid, grams) select name.value ->> 0, name.value ->> 3 from ${name}`,
    sql`
      insert into search_words (number, length, word)
      select ${number}, word.value ->> 1, word.value ->> 0 from json_each(${words}) as word where true
      on conflict do nothing
    `,
  ];
}

function onServer(number: number, names: readonly IndexedName[], words: string): RawBuilder<unknown>[] {
  const rows = JSON.stringify(names.map(({ grams, ...name }) => ({ ...name, grams: grams.map(gramNumber) })));
  return [
    sql`
      insert into search_names ("row", entry_id, key, grams)
      select "row", id, key, array(select ("row" >> ${sql.lit(blockBits)} << ${sql.lit(gramBits)}) + gram from unnest(grams) as gram)
      from json_to_recordset(cast(${rows} as json)) as name("row" bigint, id text, key text, grams bigint[])
      on conflict (entry_id) do update set key = excluded.key, grams = excluded.grams
    `,
    sql`
      insert into search_words (number, length, word)
      select cast(${number} as bigint), cast(word ->> 1 as integer), word ->> 0
      from json_array_elements(cast(${words} as json)) as word
      on conflict do nothing
    `,
  ];
}

/** Those of the rows that can be found by their grams; on PostgreSQL, whose rows have them themselves, all. */
export async function rowsWithGrams(db: Kysely<Tables>, rows: readonly number[]): Promise<ReadonlySet<number>> {
  if (isOnServer(db) || rows.length === 0) return new Set(rows);
  const found = await sql<{ id: number }>`
    select id from search_grams_docsize where id in (${sql.join(rows)})
  `.execute(db);
  return new Set(found.rows.map(({ id }) => id));
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
