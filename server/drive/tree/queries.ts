import type { SelectQueryBuilder } from 'kysely';
import type { Entry, File, Folder, ListedFolder, RootFolder } from '#contract/records/entries.ts';
import type { Database } from '#server/database/open.ts';
import type { Tables } from '#server/database/tables.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import type { Scope } from '../access/scope.ts';
import type { Feed } from '../changes/feed.ts';
import { type AncestorFolder, ancestorsOfFolder, lastOf } from './ancestors.ts';
import { contentsOfRoot } from './contents.ts';
import {
  fileRecord,
  folderRecord,
  listedFolder,
  readEntries,
  rootRecord,
  selectEntries,
  selectFiles,
  selectFolders,
} from './records.ts';
import { type Cursor, type Order, readCursor, sortings, writeCursor } from './sort-keys.ts';

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
      const from = cursor === undefined ? undefined : readCursor(order, cursor);
      const isInFiles = from?.kind === 'file';
      const folderRows = isInFiles ? [] : await inOrder(selectFolders(db, scope), from, limit + 1);
      const remaining = limit + 1 - folderRows.length;
      const fileRows =
        remaining <= 0 ? [] : await inOrder(selectFiles(db, scope), isInFiles ? from : undefined, remaining);
      const folders = folderRows.slice(0, limit);
      const files = fileRows.slice(0, limit - folders.length);
      const hasMore = folderRows.length + fileRows.length > limit;
      const last = files.at(-1) ?? folders.at(-1);
      return {
        folder: await folderOf(scope, line),
        path: line,
        folders: folders.map((row) => listedFolder(row, parentId)),
        files: files.map((row) => fileRecord(row, line)),
        nextCursor: hasMore && last ? writeCursor(order, last) : null,
        revision,
      };

      /** The rows of the page in a query of one kind: what comes after the cursor, in the order of the listing. */
      function inOrder<Row>(
        rowsOfKind: SelectQueryBuilder<Tables, 'entries', Row>,
        begin: Cursor | undefined,
        count: number,
      ): Promise<Row[]> {
        const after = order.direction === 'asc' ? '>' : '<';
        const column = `entries.${sortings[order.sort].column}` as const;
        const rows = rowsOfKind
          .where('entries.parent_id', parentId === null ? 'is' : '=', parentId)
          .orderBy(column, order.direction)
          .orderBy('entries.id', order.direction)
          .limit(count);
        return begin === undefined
          ? rows.execute()
          : rows.where((eb) => eb(eb.refTuple(column, 'entries.id'), after, eb.tuple(begin.value, begin.id))).execute();
      }
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
