import type { Entry, File, Folder, ListedFolder, RootFolder } from '#contract/records/entries.ts';
import type { Database } from '#server/database/open.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import type { Scope } from '../access/scope.ts';
import type { Feed } from '../changes/feed.ts';
import { type AncestorFolder, ancestorsOfFolder, lastOf } from './ancestors.ts';
import { contentsOfRoot } from './contents.ts';
import {
  type EntryWithVersion,
  fileRecord,
  folderRecord,
  listedFolder,
  readEntries,
  rootRecord,
  selectEntries,
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
      const folderRows = from?.kind === 'file' ? [] : await rowsOf('folder', from, limit + 1);
      const remaining = limit + 1 - folderRows.length;
      const fileRows = remaining <= 0 ? [] : await rowsOf('file', from?.kind === 'file' ? from : undefined, remaining);
      const rows = [...folderRows, ...fileRows];
      const shown = rows.slice(0, limit);
      const last = shown.at(-1);
      return {
        folder: await folderOf(scope, line),
        path: line,
        folders: shown.filter((row) => row.kind === 'folder').map((row) => listedFolder(row, parentId)),
        files: shown.filter((row) => row.kind === 'file').map((row) => fileRecord(row, line)),
        nextCursor: rows.length > limit && last ? writeCursor(order, last) : null,
        revision,
      };

      function rowsOf(kind: 'folder' | 'file', begin: Cursor | undefined, count: number): Promise<EntryWithVersion[]> {
        const after = order.direction === 'asc' ? '>' : '<';
        const column = `entries.${sortings[order.sort].column}` as const;
        const inOrder = selectEntries(db, scope)
          .where('entries.parent_id', parentId === null ? 'is' : '=', parentId)
          .where('entries.kind', '=', kind)
          .orderBy(column, order.direction)
          .orderBy('entries.id', order.direction)
          .limit(count);
        return begin === undefined
          ? inOrder.execute()
          : inOrder
              .where((eb) => eb(eb.refTuple(column, 'entries.id'), after, eb.tuple(begin.value, begin.id)))
              .execute();
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
