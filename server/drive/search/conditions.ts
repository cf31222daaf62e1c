import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { SearchKind } from '#contract/kinds.ts';
import { maxSearchedRows } from '#contract/limits.ts';
import type { Tables } from '#server/database/tables.ts';
import type { Scope } from '../access/scope.ts';
import { contentsOfFolder } from '../tree/contents.ts';

export type Filters = {
  kind?: SearchKind | undefined;
  /** Time of modification, in milliseconds, both inclusive. */
  from?: number | undefined;
  to?: number | undefined;
  /** Of files, in bytes, both inclusive. */
  minSize?: number | undefined;
  maxSize?: number | undefined;
  folderId?: string | undefined;
  starred?: boolean | undefined;
};

export type Conditions = {
  /** What has to be true of a row in `entries`. */
  entries: RawBuilder<unknown>[];
  /** The ids of the folders that it is in, if they hold so few entries that all are looked at. */
  folders: RawBuilder<unknown> | undefined;
};

/** With more folders below it, nearly every entry is in a folder that is searched. */
const maxFoldersInside = 5000;

/** What filters ask for, as far as a statement is to look at it; that an entry is below the folder is for the caller to see. */
export async function conditionsOf(db: Kysely<Tables>, scope: Scope, filters: Filters): Promise<Conditions> {
  const entries = ofEntries(filters);
  const inside = filters.folderId === undefined ? undefined : await insideOf(db, scope, filters.folderId);
  if (inside?.isSmall) return { entries, folders: inside.folders };
  if (inside !== undefined) entries.push(isIn(inside.folders));
  return { entries, folders: undefined };
}

export function isIn(folders: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`entries.parent_id in (${folders})`;
}

function ofEntries({ kind, from, to, minSize, maxSize, starred }: Filters): RawBuilder<unknown>[] {
  const conditions: RawBuilder<unknown>[] = [];
  if (kind === 'folder') conditions.push(sql`entries.kind = 'folder'`);
  else if (kind !== undefined) conditions.push(sql`entries.kind = 'file'`, sql`entries.sort_kind = ${kind}`);
  if (from !== undefined) conditions.push(sql`entries.modified_at >= ${from}`);
  if (to !== undefined) conditions.push(sql`entries.modified_at <= ${to}`);
  if (minSize !== undefined) conditions.push(sql`entries.kind = 'file'`, sql`entries.sort_size >= ${minSize}`);
  if (maxSize !== undefined) conditions.push(sql`entries.kind = 'file'`, sql`entries.sort_size <= ${maxSize}`);
  if (starred !== undefined) conditions.push(starred ? sql`entries.starred_at > 0` : sql`entries.starred_at is null`);
  return conditions;
}

/** The ids of the folder and of those below it, and whether they hold few entries; undefined if they are too many. */
async function insideOf(db: Kysely<Tables>, scope: Scope, folderId: string) {
  const { folders: count, files } = await contentsOfFolder(db, scope, folderId);
  if (count > maxFoldersInside) return undefined;
  const folders = sql`
    with recursive below(id) as (
      select cast(${folderId} as text)
      union all
      select inside.id from below cross join entries as inside
      where inside.account = ${scope.account} and inside.parent_id = below.id and inside.kind = 'folder'
        and inside.trashed_at is null
    )
    select id from below
  `;
  return { folders, isSmall: count + files <= maxSearchedRows };
}
