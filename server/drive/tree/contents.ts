import type { Kysely } from 'kysely';
import { type Contents, rootId, trashId } from '#server/database/folder-contents.ts';
import type { Tables } from '#server/database/tables.ts';
import { required } from '#server/errors/required.ts';
import type { Scope } from '../access/scope.ts';

type OwnContents = { parentId: string | null; kind: 'folder' | 'file'; contents: Contents };

/** What an entry adds to the contents of its folder: itself, and what is live below it. */
export async function ownContents(db: Kysely<Tables>, scope: Scope, id: string): Promise<OwnContents> {
  return required((await ownContentsOf(db, scope, [id])).get(id), 'contents of an entry');
}

/** The same for some entries, by id. */
export async function ownContentsOf(
  db: Kysely<Tables>,
  { account }: Scope,
  ids: readonly string[],
): Promise<Map<string, OwnContents>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('entries')
    .leftJoin('folder_contents', (join) =>
      join
        .onRef('folder_contents.folder_id', '=', 'entries.id')
        .onRef('folder_contents.account', '=', 'entries.account'),
    )
    .select(['id', 'parent_id', 'kind', 'sort_size', 'folders', 'files', 'bytes'])
    .where('entries.id', 'in', ids)
    .where('entries.account', '=', account)
    .execute();
  return new Map(
    rows.map((row) => {
      const own = contentsOf(row);
      const contents: Contents = {
        folders: own.folders + (row.kind === 'folder' ? 1 : 0),
        files: own.files + (row.kind === 'file' ? 1 : 0),
        bytes: own.bytes + row.sort_size,
      };
      return [row.id, { parentId: row.parent_id, kind: row.kind, contents }];
    }),
  );
}

/** What an entry adds to the contents of Trash: itself, and the bytes of what is below it. */
export function inTrash({ kind, contents }: Pick<OwnContents, 'kind' | 'contents'>): Contents {
  return { folders: kind === 'folder' ? 1 : 0, files: kind === 'file' ? 1 : 0, bytes: contents.bytes };
}

/** What all that is live adds up to. */
export function contentsOfRoot(db: Kysely<Tables>, scope: Scope): Promise<Contents> {
  return contentsOfFolder(db, scope, rootId);
}

/** How many folders and files were moved to Trash by themselves, and the bytes of all that is there. */
export async function sizeOfTrash(db: Kysely<Tables>, scope: Scope): Promise<{ count: number; bytes: number }> {
  const { folders, files, bytes } = await contentsOfFolder(db, scope, trashId);
  return { count: folders + files, bytes };
}

/** What is live below a folder of the account. */
export async function contentsOfFolder(db: Kysely<Tables>, { account }: Scope, folderId: string): Promise<Contents> {
  const row = await db
    .selectFrom('folder_contents')
    .select(['folders', 'files', 'bytes'])
    .where('account', '=', account)
    .where('folder_id', '=', folderId)
    .executeTakeFirst();
  return contentsOf(row ?? { folders: null, files: null, bytes: null });
}

/** What the columns of a folder say, which are null where it was always empty. */
export function contentsOf({ folders, files, bytes }: { [count in keyof Contents]: number | null }): Contents {
  return { folders: folders ?? 0, files: files ?? 0, bytes: bytes ?? 0 };
}

/** What is taken away. */
export function less({ folders, files, bytes }: Contents): Contents {
  return { folders: -folders, files: -files, bytes: -bytes };
}
