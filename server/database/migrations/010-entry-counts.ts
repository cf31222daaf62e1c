import { type Kysely, sql } from 'kysely';

/** How many folders and files an account has, and may have. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('accounts')
    .addColumn('used_entries', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema.alterTable('accounts').addColumn('quota_entries', 'bigint').execute();
  await sql`update accounts set used_entries = (select count(*) from entries where account = accounts.user_id)`.execute(
    db,
  );
}
