import { type Kysely, sql } from 'kysely';

/** Small pictures of blobs; those kept before get one too. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('previews')
    .addColumn('blob_id', 'text', (c) => c.primaryKey().references('blobs.id').onDelete('cascade'))
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('tries', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('width', 'bigint')
    .addColumn('height', 'bigint')
    .addColumn('blur', 'text')
    .execute();
  await db.schema
    .createIndex('previews_waiting')
    .on('previews')
    .column('blob_id')
    .where(sql.ref('state'), '=', sql.lit('waiting'))
    .execute();
  await sql`
    insert into previews (blob_id, state)
    select distinct blob_id, 'waiting' from versions
    where content_type in ('image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/avif', 'image/tiff', 'image/heic', 'image/heif')
  `.execute(db);
}
