import { sql } from 'kysely';
import { maxFolderPictures } from '#contract/previews.ts';
import type { Contents, Folder } from '#contract/records/entries.ts';
import { previewUrl } from './content-urls.ts';

/** How many of the newest pictures are looked at for those that have a thumbnail. */
const lookedAt = 12;

/** What a row of a folder has of what is in it; null where it never had any, and for files. */
export type FolderColumns = { [count in keyof Contents]: number | null } & { pictures: string | null };

/**
 * The ids and versions of the newest pictures directly in the folder of a row of `entries`, separated by spaces. Ids ascend
 * with the time at which files are added. The range of one kind, not its equality, makes the order that of the index
 * `entries_sorted_by_kind`, and never one of all ids.
 */
export const newestPictures = sql<string | null>`
  case when entries.kind = 'folder' then (
    select string_agg(shown.id || ' ' || shown.current_version, ' ' order by shown.id desc) from (
      select newest.id, newest.current_version from (
        select inside.id, inside.current_version from entries as inside
        where inside.account = entries.account and inside.parent_id = entries.id and inside.kind = 'file'
          and inside.sort_kind >= 'photo' and inside.sort_kind <= 'photo' and inside.trashed_at is null
        order by inside.sort_kind desc, inside.id desc limit ${lookedAt}
      ) as newest
      join versions on versions.id = newest.current_version
      join previews on previews.blob_id = versions.blob_id and previews.state = 'made'
      order by newest.id desc limit ${maxFolderPictures}
    ) as shown
  ) end
`;

export function picturesOf(pictures: string | null): Folder['pictures'] {
  const ids = pictures?.split(' ') ?? [];
  return ids.flatMap((id, i) => (i % 2 === 0 ? [{ url: previewUrl(id, ids[i + 1] ?? null) }] : []));
}
