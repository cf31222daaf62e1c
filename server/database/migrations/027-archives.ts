import type { Kysely } from 'kysely';

/** What a zip needs before the bytes of a file, and selections that are downloaded as one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('blobs').addColumn('crc32', 'bigint').execute();
  await db.schema
    .createTable('archives')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('account', 'text', (c) => c.notNull())
    .addColumn('entry_ids', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('archives_account').on('archives').columns(['account', 'id']).execute();
  await db.schema.createIndex('archives_by_time').on('archives').column('expires_at').execute();
}
