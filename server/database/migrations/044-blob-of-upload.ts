import { type Kysely, sql } from 'kysely';

/** The bytes of an upload are in a blob of its own: clients choose the ids of uploads, and may choose one again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('uploads')
    .addColumn('blob_id', 'text', (c) => c.notNull().defaultTo(''))
    .execute();
  await sql`update uploads set blob_id = id`.execute(db);
  await db.schema.createIndex('uploads_blob').on('uploads').column('blob_id').execute();
}
