import { type Kysely, sql } from 'kysely';

/** What files say of themselves, and pictures for the screen; those kept before get both. */
export async function up(db: Kysely<unknown>): Promise<void> {
  let table = db.schema
    .createTable('facts')
    .addColumn('blob_id', 'text', (c) => c.primaryKey().references('blobs.id').onDelete('cascade'))
    .addColumn('account', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('is_later', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('tries', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('lacks_decoder', 'bigint', (c) => c.notNull().defaultTo(0));
  for (const column of ['taken_at', 'width', 'height', 'pages']) table = table.addColumn(column, 'bigint');
  for (const column of ['taken_local', 'taken_offset', 'taken_from', 'camera', 'lens', 'title', 'artist'])
    table = table.addColumn(column, 'text');
  for (const column of ['aperture', 'exposure', 'iso', 'focal_length', 'latitude', 'longitude', 'seconds'])
    table = table.addColumn(column, 'double precision');
  await table.execute();
  await sql`create index facts_waiting on facts (account, is_later, tries, blob_id) where state = 'waiting'`.execute(
    db,
  );
  await sql`create index facts_without_decoder on facts (blob_id) where lacks_decoder = 1`.execute(db);
  await sql`
    insert into facts (blob_id, account, state, is_later)
    select blobs.id, blobs.account, 'waiting', case when previews.state in ('waiting', 'damaged') then 0 else 1 end
    from blobs left join previews on previews.blob_id = blobs.id
    where blobs.size > 0 and blobs.id in (
      select blob_id from versions
      where content_type like 'image/%' or content_type like 'video/%' or content_type like 'audio/%'
        or content_type = 'application/pdf'
    )
  `.execute(db);

  await sql`update previews set state = 'waiting' where state = 'damaged'`.execute(db);
  await db.schema.dropIndex('previews_waiting').execute();
  for (const column of ['account', 'tries']) await db.schema.alterTable('previews').dropColumn(column).execute();
  await db.schema.alterTable('previews').addColumn('thumbnail_bytes', 'bigint').execute();

  await db.schema.alterTable('entries').addColumn('taken_at', 'bigint').execute();
  await sql`
    create index entries_sorted_by_taken on entries (account, parent_id, kind, taken_at, sort_name, id)
    where trashed_at is null
  `.execute(db);
}
