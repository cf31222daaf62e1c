import { type Kysely, PostgresAdapter, sql } from 'kysely';

/** Hashes of blobs, metadata of objects, keys for programs and for links. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('blobs').addColumn('sha256', 'text').execute();
  await db.schema.alterTable('blobs').addColumn('md5', 'text').execute();
  await db.schema.createIndex('blobs_by_content').on('blobs').columns(['account', 'size', 'sha256']).execute();

  await db.schema
    .alterTable('versions')
    .addColumn('metageneration', 'bigint', (c) => c.notNull().defaultTo(1))
    .execute();
  await db.schema.alterTable('versions').addColumn('metadata', 'text').execute();
  await db.schema.alterTable('versions').addColumn('updated_at', 'bigint').execute();

  await db.schema.alterTable('uploads').addColumn('sha256', 'text').execute();
  await db.schema.alterTable('uploads').addColumn('if_generation', 'bigint').execute();
  await db.schema.alterTable('uploads').addColumn('object_metadata', 'text').execute();
  await db.schema.alterTable('uploads').addColumn('unchecked_from', 'bigint').execute();

  await db.schema
    .createTable('finished_uploads')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('account', 'text', (c) => c.notNull())
    .addColumn('entry_id', 'text', (c) => c.notNull())
    .addColumn('version_id', 'text', (c) => c.notNull())
    .addColumn('length', 'bigint', (c) => c.notNull())
    .addColumn('metadata', 'text', (c) => c.notNull())
    .addColumn('finished_at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('finished_uploads_by_time').on('finished_uploads').column('finished_at').execute();
  // Until now the blob of a version had the id of its upload.
  await sql`
    insert into finished_uploads (id, account, entry_id, version_id, length, metadata, finished_at)
    select versions.blob_id, entries.account, versions.entry_id, versions.id, versions.size, '{}', versions.created_at
    from versions join entries on entries.id = versions.entry_id
  `.execute(db);

  // Names are listed in the order of their bytes on every engine, whatever language a database was made for.
  if (db.getExecutor().adapter instanceof PostgresAdapter) {
    await sql`alter table entries alter column name type text collate "C"`.execute(db);
  }
  await db.schema
    .createIndex('entries_by_name')
    .on('entries')
    .columns(['account', 'parent_id', 'name'])
    .where(sql.ref('trashed_at'), 'is', null)
    .execute();

  await db.schema
    .createTable('app_passwords')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('account', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('token_hash', 'text', (c) => c.notNull().unique())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('last_used_at', 'bigint')
    .execute();
  await db.schema.createIndex('app_passwords_account').on('app_passwords').column('account').execute();

  await db.schema
    .createTable('download_tokens')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('account', 'text', (c) => c.notNull())
    .addColumn('entry_id', 'text', (c) => c.notNull().references('entries.id'))
    .addColumn('token_hash', 'text', (c) => c.notNull().unique())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint')
    .execute();
  await db.schema.createIndex('download_tokens_entry').on('download_tokens').column('entry_id').execute();
}
