import type { Kysely } from 'kysely';

/** Archives that are being unpacked into a folder, and how far each has come. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('unpackings')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('account', 'text', (c) => c.notNull())
    .addColumn('file_id', 'text', (c) => c.notNull())
    .addColumn('version_ids', 'text', (c) => c.notNull())
    .addColumn('folder_id', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('entries', 'bigint', (c) => c.notNull())
    .addColumn('done_entries', 'bigint', (c) => c.notNull())
    .addColumn('bytes', 'bigint', (c) => c.notNull())
    .addColumn('done_bytes', 'bigint', (c) => c.notNull())
    .addColumn('left_out', 'bigint', (c) => c.notNull())
    .addColumn('left_out_first', 'text', (c) => c.notNull())
    .addColumn('tries', 'bigint', (c) => c.notNull())
    .addColumn('error', 'text')
    .addColumn('operation_id', 'text')
    .addColumn('started_at', 'bigint', (c) => c.notNull())
    .addColumn('ended_at', 'bigint')
    .execute();
  await db.schema.createIndex('unpackings_account').on('unpackings').columns(['account', 'id']).execute();
  await db.schema.createIndex('unpackings_by_state').on('unpackings').columns(['state', 'id']).execute();
  await db.schema.createIndex('unpackings_by_time').on('unpackings').column('ended_at').execute();
}
