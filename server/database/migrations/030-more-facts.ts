import { type Kysely, sql } from 'kysely';

/**
 * What files beside others tell of them, as in a Google Takeout; an upload carries it until it is a file. And how long films and
 * sounds play, where their tiles read it.
 */
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
  await db.schema.alterTable('previews').addColumn('seconds', 'double precision').execute();
  await sql`
    update previews set seconds = (select seconds from facts where facts.blob_id = previews.blob_id)
    where blob_id in (select blob_id from facts where seconds is not null)
  `.execute(db);
  // Sounds that were read before there were waves get theirs where there is a decoder, as if it had been missing.
  await sql`
    update facts set lacks_decoder = 1
    where state = 'read' and width is null and seconds is not null
      and blob_id not in (select blob_id from previews where state = 'made')
  `.execute(db);
}
