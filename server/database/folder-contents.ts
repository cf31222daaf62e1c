import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import { replaceIfUnchanged } from './replace-if-unchanged.ts';
import { groupsOf } from './row-groups.ts';
import type { Tables } from './tables.ts';

/** What is live below a folder, at any depth: folders, files, and the bytes of the files' current versions. */
export type Contents = { folders: number; files: number; bytes: number };

/** The `folder_id` of Root. */
export const rootId = '';

/**
 * The `folder_id` of Trash, which holds the folders and files that were moved there by themselves, and the bytes of all that
 * is in them.
 */
export const trashId = 'trash';

/** Where an entry counts that is neither being copied nor purged: in its folder, or in Trash. */
const isVisible = sql`(entries.trashed_at is null or entries.trashed_at > 0)`;
const holder = sql`
  case when entries.trashed_at is null then coalesce(entries.parent_id, '') else ${sql.lit(trashId)} end
`;
/** What is in a folder in Trash adds its bytes there, but no further folders and files. */
const inHolder = sql`
  case when entries.trashed_at is null then line.folders else 0 end,
  case when entries.trashed_at is null then line.files else 0 end,
  line.bytes
`;

/**
 * Adds what folders gained to their contents and to those of all folders above, up to Root or to Trash, inside a
 * transaction that holds their account. One statement, unless there are hundreds of folders.
 */
export async function addContents(
  trx: Transaction<Tables>,
  account: string,
  gains: ReadonlyMap<string, Contents>,
): Promise<void> {
  for (const group of groupsOf([...gains])) {
    const rows = group.map(
      ([id, { folders, files, bytes }]) => sql`(${id}, ${bigint(folders)}, ${bigint(files)}, ${bigint(bytes)})`,
    );
    await sql`
      insert into folder_contents (account, folder_id, folders, files, bytes)
      with recursive line(folder_id, folders, files, bytes) as (
        select * from (values ${sql.join(rows)}) as gained
        union all
        select ${holder}, ${inHolder}
        from line join entries on entries.id = line.folder_id
        where ${isVisible}
      )
      select cast(${account} as text), folder_id, sum(folders), sum(files), sum(bytes) from line
      where true group by folder_id
      on conflict (account, folder_id) do update set
        folders = folder_contents.folders + excluded.folders,
        files = folder_contents.files + excluded.files,
        bytes = folder_contents.bytes + excluded.bytes
    `.execute(trx);
  }
}

/** Fills the table from the entries. */
export async function rebuildContents(trx: Kysely<Tables>): Promise<void> {
  await sql`delete from folder_contents`.execute(trx);
  await sql`
    insert into folder_contents (account, folder_id, folders, files, bytes) ${counted}
  `.execute(trx);
}

/** The contents of a folder as they are stored, and as they are counted. */
type Wrong = { account: string; folder: string; from: Contents; to: Contents };

/**
 * The folders whose contents are others than their entries add up to. Those inside of what is being copied or purged are
 * visible nowhere, and not looked at. No folder may be inside itself.
 */
export async function findWrongContents(db: Kysely<Tables>): Promise<Wrong[]> {
  const { rows } = await sql<
    { account: string; folder_id: string } & Record<keyof Contents | `stored_${keyof Contents}`, number>
  >`
    with recursive counted as (${counted}),
    hidden(id) as (
      select id from entries where trashed_at <= 0 and kind = 'folder'
      union all
      select entries.id from hidden join entries on entries.parent_id = hidden.id
      where entries.trashed_at is null and entries.kind = 'folder'
    ),
    ids(account, folder_id) as (
      select account, folder_id from counted union select account, folder_id from folder_contents
    )
    select ids.account, ids.folder_id,
      coalesce(counted.folders, 0) as folders, coalesce(counted.files, 0) as files, coalesce(counted.bytes, 0) as bytes,
      coalesce(stored.folders, 0) as stored_folders, coalesce(stored.files, 0) as stored_files,
      coalesce(stored.bytes, 0) as stored_bytes
    from ids
    left join counted on counted.account = ids.account and counted.folder_id = ids.folder_id
    left join folder_contents as stored on stored.account = ids.account and stored.folder_id = ids.folder_id
    where ids.folder_id not in (select id from hidden) and (
      coalesce(counted.folders, 0) <> coalesce(stored.folders, 0)
      or coalesce(counted.files, 0) <> coalesce(stored.files, 0)
      or coalesce(counted.bytes, 0) <> coalesce(stored.bytes, 0)
    )
    order by ids.account, ids.folder_id
  `.execute(db);
  return rows.map(({ account, folder_id, folders, files, bytes, stored_folders, stored_files, stored_bytes }) => ({
    account,
    folder: folder_id,
    from: { folders: stored_folders, files: stored_files, bytes: stored_bytes },
    to: { folders, files, bytes },
  }));
}

/** Sets the contents of a folder unless they have changed; returns whether it did. */
export function replaceContents(db: Kysely<Tables>, { account, folder, from, to }: Wrong): Promise<boolean> {
  return replaceIfUnchanged(db, 'folder_contents', { account, folder_id: folder }, { from, to });
}

/** The contents of every folder that has any, from the entries. */
const counted = sql`
  with recursive line(account, folder_id, folders, files, bytes) as (
    select * from (
      select account, ${holder} as folder_id,
        cast(sum(case when kind = 'folder' then 1 else 0 end) as bigint) as folders,
        cast(sum(case when kind = 'file' then 1 else 0 end) as bigint) as files,
        cast(sum(sort_size) as bigint) as bytes
      from entries where ${isVisible} group by account, ${holder}
    ) as direct
    union all
    select line.account, ${holder}, ${inHolder}
    from line join entries on entries.id = line.folder_id
    where ${isVisible}
  )
  select account, folder_id, cast(sum(folders) as bigint) as folders, cast(sum(files) as bigint) as files,
    cast(sum(bytes) as bigint) as bytes
  from line group by account, folder_id
`;

function bigint(value: number): RawBuilder<number> {
  return sql<number>`cast(${value} as bigint)`;
}
