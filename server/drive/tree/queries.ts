import { type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import type { Entry, File, Folder, ListedFolder, RootFolder } from '#contract/records/entries.ts';
import type { Database } from '#server/database/open.ts';
import type { Tables } from '#server/database/tables.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import type { Scope } from '../access/scope.ts';
import type { Feed } from '../changes/feed.ts';
import { type AncestorFolder, ancestorsOfFolder, lastOf } from './ancestors.ts';
import { contentsOfRoot } from './contents.ts';
import { type Cursor, type Order, readCursor, type Section, sectionsOf, writeCursor } from './listing-order.ts';
import {
  type EntryWithVersion,
  type FileRow,
  fileRecord,
  folderRecord,
  listedFolder,
  readEntries,
  rootRecord,
  selectEntries,
  selectFiles,
  selectFolders,
} from './records.ts';

export type Page = {
  folder: Folder | RootFolder;
  path: AncestorFolder[];
  folders: ListedFolder[];
  files: File[];
  nextCursor: string | null;
  revision: number;
};

/** Reads the tree of folders and files. */
export function createTree({ db, feed }: { db: Database; feed: Feed }) {
  return {
    /** A folder, or Root for null. Throws folder-not-found if it is absent, of another account or in Trash. */
    async folder(scope: Scope, folderId: string | null): Promise<Folder | RootFolder> {
      const line = await ancestorsOfFolder(db, scope, folderId);
      return await folderOf(scope, line);
    },

    /** A folder or file. Throws entry-not-found if it is absent, of another account or in Trash. */
    async entry(scope: Scope, entryId: string): Promise<Entry> {
      const entry = (await readEntries(db, scope, [entryId])).get(entryId);
      if (entry === undefined) throw new KeepsakeError('entry-not-found');
      return entry;
    },

    /**
     * One page of the children of a folder: folders, then files, each in the order that `sort` names. The revision is
     * read first, so that a change which the page misses is always later.
     */
    async children(
      scope: Scope,
      folderId: string | null,
      { cursor, limit, ...order }: { cursor?: string; limit: number } & Order,
    ): Promise<Page> {
      const revision = await feed.revision(scope);
      const line = await ancestorsOfFolder(db, scope, folderId);
      const parentId = lastOf(line);
      const from = cursor === undefined ? undefined : readCursor(parentId, order, cursor);
      const found: { at: number; row: ListedRow }[] = [];
      for (const [at, section] of sectionsOf(order).entries()) {
        const count = limit + 1 - found.length;
        if (count <= 0 || at < (from?.section ?? 0)) continue;
        const begin = from?.section === at ? from : undefined;
        for (const row of await readSection(db, scope, section, { parentId, begin, count })) found.push({ at, row });
      }
      const shown = found.slice(0, limit);
      const last = shown.at(-1);
      return {
        folder: await folderOf(scope, line),
        path: line,
        folders: shown.flatMap(({ row }) => (isFolderRow(row) ? [listedFolder(row, parentId)] : [])),
        files: shown.flatMap(({ row }) => (isFolderRow(row) ? [] : [fileRecord(row, line)])),
        nextCursor: found.length > limit && last ? writeCursor(parentId, order, last.at, last.row) : null,
        revision,
      };
    },
  };

  async function folderOf(scope: Scope, line: AncestorFolder[]): Promise<Folder | RootFolder> {
    const id = lastOf(line);
    if (id === null) return rootRecord(scope, await contentsOfRoot(db, scope));
    const row = await selectEntries(db, scope).where('entries.id', '=', id).executeTakeFirst();
    if (row === undefined) throw new KeepsakeError('folder-not-found');
    return folderRecord(row, line.slice(0, -1));
  }
}

/** A row of a listing; that of a folder has what only folders have. */
type ListedRow = FileRow | EntryWithVersion;

type Wanted = {
  /** The folder that is listed; null is Root. */
  parentId: string | null;
  /** The row before the first one; undefined for the beginning of the section. */
  begin: Cursor | undefined;
  count: number;
};

/** The next rows of a section of a listing. */
async function readSection(db: Kysely<Tables>, scope: Scope, section: Section, wanted: Wanted): Promise<ListedRow[]> {
  return section.kind === 'folder'
    ? await inOrder(selectFolders(db, scope), section, wanted).execute()
    : await inOrder(selectFiles(db, scope), section, wanted).execute();
}

function isFolderRow(row: ListedRow): row is EntryWithVersion {
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
