import { type Kysely, PostgresAdapter, sql } from 'kysely';

/** Names the primary key of a table as the table has been called since step 006; SQLite has no name for it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return;
  await sql`
    alter table installation_migrations rename constraint moves_pkey to installation_migrations_pkey
  `.execute(db);
}
