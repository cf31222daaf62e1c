import { newId } from '#server/database/new-id.ts';
import { together } from '#server/database/statements/together.ts';
import { required } from '#server/errors/required.ts';
import type { Scope } from '../access/scope.ts';
import type { Write } from '../changes/transactions.ts';
import { indexNames } from '../name-index/index-names.ts';
import type { nameColumns } from './new-entry.ts';

export type Copying = {
  /** The id of the copy by the id of its original. */
  copies: Map<string, string>;
  at: number;
  /** What the first copy has of its own; all others have the names and places of their originals. */
  top?: ReturnType<typeof nameColumns> & { parent_id: string | null; trashed_at?: number };
};

/**
 * Copies entries whose folders were copied before, each with the current content of a file. Returns false, with nothing
 * copied, if one of them no longer exists, or was moved out of those folders.
 */
export async function copyRows(
  { trx, counted, gained }: Write,
  scope: Scope,
  ids: readonly string[],
  { copies, at, top }: Copying,
): Promise<boolean> {
  if (ids.length === 0) return true;
  const found = await trx
    .selectFrom('entries')
    .leftJoin('versions', 'versions.id', 'entries.current_version')
    .select(['entries.id', 'parent_id', 'kind', 'name', 'name_key', 'modified_at'])
    .select(['sort_name', 'sort_size', 'sort_kind', 'taken_at'])
    .select(['versions.blob_id', 'versions.size', 'versions.content_type', 'versions.metadata'])
    .where('entries.id', 'in', ids)
    .where('account', '=', scope.account)
    .execute();
  const rows = new Map(found.map((row) => [row.id, row]));
  if (rows.size < ids.length) return false;
  if (top === undefined && found.some(({ parent_id }) => parent_id === null || !copies.has(parent_id))) return false;
  const entries = [];
  const versions = [];
  // In the order of the originals: ids ascend, so the copies are listed in the same order.
  for (const id of ids) {
    const row = required(rows.get(id), 'row of an entry to copy');
    const copy = newId();
    copies.set(id, copy);
    const { kind, name, name_key, sort_name, sort_size, sort_kind, taken_at, metadata } = row;
    const isFile = kind === 'file';
    const versionId = isFile ? newId() : null;
    const own = top ?? { name, name_key, sort_name, parent_id: copyOfParent(copies, row.parent_id) };
    entries.push({
      id: copy,
      account: scope.account,
      kind,
      created_at: at,
      modified_at: isFile ? row.modified_at : at,
      trashed_at: null,
      current_version: versionId,
      starred_at: null,
      content_at: isFile ? at : null,
      sort_size,
      sort_kind,
      taken_at,
      ...own,
    });
    // What is not visible yet counts when it is.
    if (top?.trashed_at === undefined)
      gained(own.parent_id, { folders: isFile ? 0 : 1, files: isFile ? 1 : 0, bytes: sort_size });
    if (versionId !== null) {
      const first = {
        id: versionId,
        entry_id: copy,
        created_at: at,
        generation: 1,
        metageneration: 1,
        updated_at: null,
      };
      const shared = {
        blob_id: required(row.blob_id, 'blob of a version'),
        size: required(row.size, 'size of a version'),
        content_type: required(row.content_type, 'content type of a version'),
        metadata,
      };
      versions.push({ ...first, ...shared });
    }
  }
  await together([
    trx.insertInto('entries').values(entries).execute(),
    ...(versions.length > 0 ? [trx.insertInto('versions').values(versions).execute()] : []),
  ]);
  await indexNames(trx, scope, entries);
  counted(entries.length);
  return true;
}

/** A folder is copied before its children. */
function copyOfParent(copies: Map<string, string>, parentId: string | null): string {
  return required(copies.get(required(parentId, 'folder of an entry')), 'copy of a folder');
}
