import { type Kysely, PostgresAdapter, sql } from 'kysely';

/**
 * On PostgreSQL names have our own grams, as on SQLite, instead of those of `pg_trgm`, which stays where it was created. The
 * server fills the table as it runs.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return;
  await sql`truncate search_names`.execute(db);
  await sql`update search_accounts set version = 0`.execute(db);
  await sql`drop index if exists search_names_grams`.execute(db);
  await sql`alter table search_names add column grams bigint[] not null`.execute(db);
  // They differ from block to block: what is usual says nothing.
  await sql`alter table search_names alter column grams set statistics 0`.execute(db);
  // Names are added to it many at a time; each search reads those that wait for it, so there are few (64 kB).
  await sql`
    create index search_names_grams on search_names using gin (grams) with (gin_pending_list_limit = 64)
  `.execute(db);
}
