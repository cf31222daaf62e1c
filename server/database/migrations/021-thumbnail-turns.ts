import { type Kysely, sql } from 'kysely';

/** Whose thumbnails are wanted, so that the next of each account is found by the index alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('previews')
    .addColumn('account', 'text', (c) => c.notNull().defaultTo(''))
    .execute();
  await sql`update previews set account = (select account from blobs where blobs.id = previews.blob_id)`.execute(db);
  await db.schema.dropIndex('previews_waiting').execute();
  await sql`create index previews_waiting on previews (account, tries, blob_id) where state = 'waiting'`.execute(db);
}
