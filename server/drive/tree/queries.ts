import type { Entry, File, Folder, RootFolder } from '#contract/entries.ts';
import { isId } from '#contract/ids.ts';
import type { Principal } from '#server/accounts/principal.ts';
import type { Database } from '#server/database/open.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import type { Changes } from '../changes/changes.ts';
import { type AncestorFolder, ancestorsOfFolder } from './ancestors.ts';
import { type EntryWithVersion, fileRecord, folderRecord, readEntries, rootRecord, selectEntries } from './records.ts';

export type Page = {
  folder: Folder | RootFolder;
  path: AncestorFolder[];
  folders: Folder[];
  files: File[];
  nextCursor: string | null;
  revision: number;
};

type Cursor = { kind: 'folder' | 'file'; createdAt: number; id: string };

export type Tree = ReturnType<typeof createTree>;

/** Reads the tree of folders and files. */
export function createTree({ db, changes }: { db: Database; changes: Changes }) {
  return {
    /** A folder, or Root for null. Throws folder-not-found for what is absent, foreign or in Trash alike. */
    async folder(principal: Principal, folderId: string | null): Promise<Folder | RootFolder> {
      const line = await ancestorsOfFolder(db, principal, folderId);
      return folderOf(principal, folderId, line);
    },

    /** A folder or file. Throws entry-not-found for what is absent, foreign or in Trash alike. */
    async entry(principal: Principal, entryId: string): Promise<Entry> {
      const entry = (await readEntries(db, principal, [entryId])).get(entryId);
      if (entry === undefined) throw new KeepsakeError('entry-not-found');
      return entry;
    },

    /**
     * One page of what a folder holds: folders, then files, each in the order of creation.
     * The revision is read first, so a change that the page misses is always later than it.
     */
    async children(
      principal: Principal,
      folderId: string | null,
      { cursor, limit }: { cursor?: string; limit: number },
    ): Promise<Page> {
      const revision = await changes.revision(principal);
      const line = await ancestorsOfFolder(db, principal, folderId);
      const after = cursor === undefined ? undefined : readCursor(cursor);
      const folderRows = after?.kind === 'file' ? [] : await rowsOf('folder', after, limit + 1);
      const room = limit + 1 - folderRows.length;
      const fileRows = room <= 0 ? [] : await rowsOf('file', after?.kind === 'file' ? after : undefined, room);
      const rows = [...folderRows, ...fileRows];
      const shown = rows.slice(0, limit);
      const last = shown.at(-1);
      return {
        folder: await folderOf(principal, folderId, line),
        path: line,
        folders: shown.filter((row) => row.kind === 'folder').map((row) => folderRecord(row, line)),
        files: shown.filter((row) => row.kind === 'file').map(fileRecord),
        nextCursor: rows.length > limit && last ? writeCursor(last) : null,
        revision,
      };

      function rowsOf(kind: 'folder' | 'file', from: Cursor | undefined, count: number): Promise<EntryWithVersion[]> {
        return selectEntries(db, principal)
          .where('entries.parent_id', folderId === null ? 'is' : '=', folderId)
          .where('entries.kind', '=', kind)
          .$if(from !== undefined, (query) =>
            query.where((eb) =>
              eb(eb.refTuple('entries.created_at', 'entries.id'), '>', eb.tuple(from?.createdAt ?? 0, from?.id ?? '')),
            ),
          )
          .orderBy('entries.created_at')
          .orderBy('entries.id')
          .limit(count)
          .execute();
      }
    },
  };

  async function folderOf(
    principal: Principal,
    folderId: string | null,
    line: AncestorFolder[],
  ): Promise<Folder | RootFolder> {
    if (folderId === null) return rootRecord(principal);
    const row = await selectEntries(db, principal).where('entries.id', '=', folderId).executeTakeFirst();
    if (row === undefined) throw new KeepsakeError('folder-not-found');
    return folderRecord(row, line.slice(0, -1));
  }
}

function writeCursor(row: EntryWithVersion): string {
  return Buffer.from(JSON.stringify([row.kind, row.created_at, row.id])).toString('base64url');
}

function readCursor(text: string): Cursor {
  try {
    const [kind, createdAt, id] = JSON.parse(Buffer.from(text, 'base64url').toString()) as [
      Cursor['kind'],
      number,
      string,
    ];
    if ((kind === 'folder' || kind === 'file') && Number.isSafeInteger(createdAt) && isId(id)) {
      return { kind, createdAt, id };
    }
  } catch {
    // Whatever it was, it is not one of our cursors.
  }
  throw new KeepsakeError('invalid-input', {
    data: { issues: [{ path: 'cursor', message: 'Not a cursor of this server' }] },
  });
}
