import { type Kysely, PostgresAdapter, sql } from 'kysely';

/** How many folders, files and bytes are below each folder, and below Root, whose `folder_id` is empty. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isServer = db.getExecutor().adapter instanceof PostgresAdapter;
  await db.schema
    .createTable('folder_contents')
    .addColumn('account', 'text', (c) => c.notNull().references('accounts.user_id').onDelete('cascade'))
    .addColumn('folder_id', 'text', (c) => c.notNull())
    .addColumn('folders', 'bigint', (c) => c.notNull())
    .addColumn('files', 'bigint', (c) => c.notNull())
    .addColumn('bytes', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('folder_contents_pkey', ['account', 'folder_id'])
    // Rows of large trees are updated often: where a page has room, no index is.
    .modifyEnd(isServer ? sql`with (fillfactor = 60)` : sql``)
    .execute();
  await sql`
    insert into folder_contents (account, folder_id, folders, files, bytes)
    with recursive line(account, folder_id, folders, files, bytes) as (
      select * from (
        select account, coalesce(parent_id, ''), cast(sum(case when kind = 'folder' then 1 else 0 end) as bigint),
          cast(sum(case when kind = 'file' then 1 else 0 end) as bigint), cast(sum(sort_size) as bigint)
        from entries where trashed_at is null group by account, coalesce(parent_id, '')
      ) as direct
      union all
      select line.account, coalesce(entries.parent_id, ''), line.folders, line.files, line.bytes
      from line join entries on entries.id = line.folder_id
      where entries.trashed_at is null
    )
    select account, folder_id, sum(folders), sum(files), sum(bytes) from line group by account, folder_id
  `.execute(db);
}
