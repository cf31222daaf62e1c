import { type Kysely, sql, type Transaction } from 'kysely';
import { isOnServer } from '../long-transaction.ts';
import type { Tables } from '../tables.ts';
import { rowsPerAccount } from './account-rows.ts';
import { blockBits, gramBits, gramNumber } from './block-grams.ts';

/** The folded name of an entry, what it can be found by, and its words. */
export type IndexedName = { id: string; key: string; grams: readonly string[]; words: readonly string[] };

/**
 * Indexes new names of an account, or those that its entries have now, inside the transaction that writes and holds it: one
 * statement, because each is a turn of the thread or the server that runs it. A new name gets the next row of the account.
 * An account gets its number with its first name: one that has had no entries is at the `version` of the fold then.
 */
export async function writeNames(
  trx: Transaction<Tables>,
  { account, version }: { account: string; version: number },
  names: readonly IndexedName[],
): Promise<void> {
  const rows = names.map(({ id, key, grams, words }) => ({
    id,
    key,
    grams: isOnServer(trx) ? grams.map(gramNumber) : grams.join(' '),
    words: Object.fromEntries(words.map((word) => [word, word.length])),
  }));
  const write = isOnServer(trx) ? onServer : inFile;
  await write(account, version, JSON.stringify(rows)).execute(trx);
}

/** A trigger of the view does the rest. */
function inFile(account: string, version: number, names: string) {
  return sql`insert into search_additions (account, version, names) values (${account}, ${version}, ${names})`;
}

function onServer(account: string, version: number, names: string) {
  const rows = sql.lit(rowsPerAccount);
  return sql`
    with added as (
      insert into search_accounts (account, version)
      select user_id, case when used_entries = 0 then cast(${version} as integer) else 0 end from accounts
      where user_id = ${account} and not exists (select from search_accounts where account = ${account})
      returning number
    ),
    numbered as (
      select number from added union all select number from search_accounts where account = ${account}
    ),
    free as (
      select number, coalesce(
        (select max("row") + 1 from search_names where "row" >= number * ${rows} and "row" < (number + 1) * ${rows}),
        number * ${rows}
      ) as "row"
      from numbered
    ),
    names as (
      select number, coalesce(known."row", free."row" + place - 1) as "row", id, name.key, name.grams, words
      from free cross join rows from (
        json_to_recordset(cast(${names} as json)) as (id text, key text, grams bigint[], words json)
      ) with ordinality as name(id, key, grams, words, place)
      left join search_names as known on known.entry_id = id
    ),
    written as (
      insert into search_names ("row", entry_id, key, grams)
      select "row", id, key, array(select ("row" >> ${sql.lit(blockBits)} << ${sql.lit(gramBits)}) + gram from unnest(grams) as gram)
      from names
      on conflict (entry_id) do update set key = excluded.key, grams = excluded.grams
    )
    insert into search_words (number, length, word)
    select distinct number, cast(length as integer), word from names cross join json_each_text(words) as one(word, length)
    on conflict do nothing
  `;
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
