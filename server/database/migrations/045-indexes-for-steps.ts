import { type Kysely, sql } from 'kysely';

/** What is done a little at a time finds each part without reading the others. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index entries_folders on entries (account, parent_id, created_at, id) where kind = 'folder'`.execute(
    db,
  );
  await sql`create index blobs_without_sha256 on blobs (id) where sha256 is null`.execute(db);
  await sql`create index blobs_without_crc32 on blobs (id) where crc32 is null and damaged_at is null`.execute(db);
  await db.schema.createIndex('finished_uploads_account').on('finished_uploads').column('account').execute();
  await db.schema.createIndex('challenges_account').on('challenges').columns(['account', 'kind']).execute();
}
