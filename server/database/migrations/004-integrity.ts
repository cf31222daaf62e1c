import { type Kysely, PostgresAdapter, sql } from 'kysely';

/** Sums of blobs and when they were verified, the bytes of the smallest blobs, what lies in Trash by age. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const bytes = db.getExecutor().adapter instanceof PostgresAdapter ? sql`bytea` : sql`blob`;

  await db.schema.alterTable('blobs').addColumn('verified_at', 'bigint').execute();
  await db.schema
    .alterTable('blobs')
    .addColumn('verified_to', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema.alterTable('blobs').addColumn('damaged_at', 'bigint').execute();
  // The bytes were right when they came, so one that was never verified stands where one of that time does.
  await sql`create index blobs_by_verification on blobs (coalesce(verified_at, created_at), id)`.execute(db);

  await db.schema
    .createIndex('blobs_damaged')
    .on('blobs')
    .column('damaged_at')
    .where(sql.ref('damaged_at'), 'is not', null)
    .execute();

  await db.schema
    .createTable('blob_sums')
    .addColumn('blob_id', 'text', (c) => c.notNull().references('blobs.id').onDelete('cascade'))
    .addColumn('part', 'bigint', (c) => c.notNull())
    .addColumn('sha256s', bytes, (c) => c.notNull())
    .addColumn('crc32s', bytes, (c) => c.notNull())
    .addPrimaryKeyConstraint('blob_sums_by_part', ['blob_id', 'part'])
    .execute();

  await db.schema
    .createTable('small_blobs')
    .addColumn('blob_id', 'text', (c) => c.primaryKey().references('blobs.id').onDelete('cascade'))
    .addColumn('bytes', bytes, (c) => c.notNull())
    .execute();

  await db.schema
    .createIndex('entries_in_trash')
    .on('entries')
    .columns(['account', 'trashed_at', 'id'])
    .where(sql.ref('trashed_at'), 'is not', null)
    .execute();
  await db.schema
    .createIndex('entries_by_time_in_trash')
    .on('entries')
    .column('trashed_at')
    .where(sql.ref('trashed_at'), 'is not', null)
    .execute();
  // Emptying Trash asks for these.
  await db.schema.createIndex('versions_entry').on('versions').column('entry_id').execute();
  await db.schema.createIndex('entries_parent').on('entries').column('parent_id').execute();
  await db.schema.createIndex('finished_uploads_entry').on('finished_uploads').column('entry_id').execute();
  await db.schema.createIndex('uploads_account').on('uploads').column('account').execute();
}
