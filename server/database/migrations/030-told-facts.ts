import type { Kysely } from 'kysely';

/** What files beside others tell of them, as in a Google Takeout; an upload carries it until it is a file. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('told_facts')
    .addColumn('blob_id', 'text', (c) => c.primaryKey().references('blobs.id').onDelete('cascade'))
    .addColumn('taken_at', 'bigint')
    .addColumn('description', 'text')
    .addColumn('latitude', 'double precision')
    .addColumn('longitude', 'double precision')
    .execute();
  await db.schema.alterTable('uploads').addColumn('told', 'text').execute();
}
