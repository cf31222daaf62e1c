import { type Kysely, PostgresAdapter, sql } from 'kysely';

/** On SQLite, whose statements change one table each, a view that brings names (a JSON array) to all tables that find them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (db.getExecutor().adapter instanceof PostgresAdapter) return;
  await sql`create view search_additions as select account, version, '[]' as names from search_accounts`.execute(db);
  await sql`
    create trigger search_additions_added instead of insert on search_additions begin
      insert into search_accounts (account, version)
        select user_id, case when used_entries = 0 then new.version else 0 end from accounts
        where user_id = new.account
        on conflict do nothing;
      insert into search_names ("row", entry_id, key)
        select coalesce(
          (select "row" from search_names where entry_id = name.value ->> 'id'),
          (
            select max("row") + 1 from search_names
            where "row" >= number * 4294967296 and "row" < (number + 1) * 4294967296
          ) + name.key,
          number * 4294967296 + name.key
        ), name.value ->> 'id', name.value ->> 'key'
        from search_accounts, json_each(new.names) as name
        where account = new.account
        on conflict (entry_id) do update set key = excluded.key;
      insert or replace into search_grams (rowid, grams)
        select "row", name.value ->> 'grams' from json_each(new.names) as name
        cross join search_names where entry_id = name.value ->> 'id';
      insert into search_words (number, length, word)
        select number, word.value, word.key
        from search_accounts, json_each(new.names) as name, json_each(name.value, '$.words') as word
        where account = new.account
        on conflict do nothing;
    end
  `.execute(db);
}
