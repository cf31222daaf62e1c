import { type Kysely, PostgresAdapter, sql } from 'kysely';

/** What people say of themselves, changes of the addresses of accounts, and who was told that there is little room left. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const bytes = db.getExecutor().adapter instanceof PostgresAdapter ? sql`bytea` : sql`blob`;

  await db.schema
    .createTable('profiles')
    .addColumn('account', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text')
    .execute();
  // Apart from the names, which are read for many people at once.
  await db.schema
    .createTable('profile_pictures')
    .addColumn('account', 'text', (c) => c.primaryKey())
    .addColumn('bytes', bytes, (c) => c.notNull())
    .addColumn('chosen_at', 'bigint', (c) => c.notNull())
    .execute();

  await db.schema
    .createTable('address_changes')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('account', 'text', (c) => c.notNull())
    .addColumn('old_email', 'text', (c) => c.notNull())
    .addColumn('new_email', 'text', (c) => c.notNull())
    .addColumn('confirm_hash', 'text', (c) => c.unique())
    .addColumn('take_back_hash', 'text', (c) => c.notNull().unique())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('confirmed_at', 'bigint')
    .execute();
  await db.schema.createIndex('address_changes_account').on('address_changes').column('account').execute();
  await db.schema.createIndex('address_changes_old_email').on('address_changes').column('old_email').execute();

  await db.schema.alterTable('accounts').addColumn('space_told_at', 'bigint').execute();
  await db.schema.alterTable('accounts').addColumn('entries_told_at', 'bigint').execute();
}
