import { type Kysely, sql } from 'kysely';

/** How many folders and files are in Trash, and the bytes of all that is in them, beside the contents of each folder. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    insert into folder_contents (account, folder_id, folders, files, bytes)
    select entries.account, 'trash', sum(case when kind = 'folder' then 1 else 0 end),
      sum(case when kind = 'file' then 1 else 0 end), sum(entries.sort_size + coalesce(folder_contents.bytes, 0))
    from entries
    left join folder_contents
      on folder_contents.account = entries.account and folder_contents.folder_id = entries.id
    where entries.trashed_at > 0
    group by entries.account
  `.execute(db);
}
