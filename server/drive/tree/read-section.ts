import { type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import type { Tables } from '#server/database/tables.ts';
import type { Scope } from '../access/scope.ts';
import { type EntryWithVersion, type FileRow, selectFiles, selectFolders } from './records.ts';
import type { Cursor, Section } from './sort-keys.ts';

/** A row of a listing; that of a folder has what only folders have. */
export type ListedRow = FileRow | EntryWithVersion;

type Wanted = {
  /** The folder that is listed; null is Root. */
  parentId: string | null;
  /** The row before the first one; undefined for the beginning of the section. */
  begin: Cursor | undefined;
  count: number;
};

/** The next rows of a section of a listing. */
export async function readSection(
  db: Kysely<Tables>,
  scope: Scope,
  section: Section,
  wanted: Wanted,
): Promise<ListedRow[]> {
  return section.kind === 'folder'
    ? await inOrder(selectFolders(db, scope), section, wanted).execute()
    : await inOrder(selectFiles(db, scope), section, wanted).execute();
}

export function isFolderRow(row: ListedRow): row is EntryWithVersion {
  return row.kind === 'folder';
}

function inOrder<Row>(
  ofKind: SelectQueryBuilder<Tables, 'entries', Row>,
  { isDated, columns, direction }: Section,
  { parentId, begin, count }: Wanted,
) {
  let rows = ofKind.where('entries.parent_id', parentId === null ? 'is' : '=', parentId).limit(count);
  if (isDated !== undefined) rows = rows.where('entries.taken_at', isDated ? 'is not' : 'is', null);
  // The same in all rows without a date; by it the engines see that the index is in the right order.
  if (isDated === false) rows = rows.orderBy('entries.taken_at', direction);
  const keys = [...columns, 'id' as const].map((column) => `entries.${column}` as const);
  for (const key of keys) rows = rows.orderBy(key, direction);
  if (begin === undefined) return rows;
  const position = sql`(${sql.join(keys.map((key) => sql.ref(key)))})`;
  const last = sql`(${sql.join([...begin.values, begin.id])})`;
  return rows.where(direction === 'asc' ? sql<boolean>`${position} > ${last}` : sql<boolean>`${position} < ${last}`);
}
