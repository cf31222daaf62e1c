import { type Kysely, PostgresAdapter, sql } from 'kysely';

/** Archives of whole accounts, and what is in them, in parts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const bytes = db.getExecutor().adapter instanceof PostgresAdapter ? sql`bytea` : sql`blob`;

  await db.schema
    .createTable('account_archives')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('account', 'text', (c) => c.notNull())
    .addColumn('made_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addColumn('sums', 'text')
    .execute();
  await db.schema.createIndex('account_archives_account').on('account_archives').columns(['account', 'id']).execute();
  await db.schema
    .createTable('account_archive_parts')
    .addColumn('archive_id', 'text', (c) => c.notNull())
    .addColumn('number', 'bigint', (c) => c.notNull())
    .addColumn('offset', 'bigint', (c) => c.notNull())
    .addColumn('directory_offset', 'bigint', (c) => c.notNull())
    .addColumn('sums_offset', 'bigint', (c) => c.notNull())
    .addColumn('members', bytes, (c) => c.notNull())
    .addPrimaryKeyConstraint('account_archive_parts_pkey', ['archive_id', 'number'])
    .execute();
}
