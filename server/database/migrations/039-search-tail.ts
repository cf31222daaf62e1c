import { type Kysely, PostgresAdapter, sql } from 'kysely';

/** Names are indexed many at a time: those of the changes after `revision` are not yet. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isServer = db.getExecutor().adapter instanceof PostgresAdapter;
  await db.schema
    .alterTable('search_accounts')
    .addColumn('revision', isServer ? 'bigint' : 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await sql`
    update search_accounts set revision = (select revision from accounts where user_id = search_accounts.account)
  `.execute(db);
  // It brought the names of a transaction to all tables by one statement.
  if (!isServer) await sql`drop view search_additions`.execute(db);
}
