import { trashId } from '#server/database/folder-contents.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import type { Scope } from '../access/scope.ts';
import type { Write } from '../changes/transactions.ts';
import { allAncestors, liveAncestors } from './ancestors.ts';
import { inTrash, less, ownContents } from './contents.ts';
import { freeName } from './free-name.ts';
import { nameColumns } from './new-entry.ts';
import { purging } from './trashed-at.ts';

/** Added to the name of a restored entry if its name is taken: `name (restored)`. */
const restoredWord = 'restored';

/**
 * Restores an entry from Trash to its former folder, or to the top of the scope if that folder was deleted or is in Trash
 * itself. It gets another name if its own is taken there. Returns where it is now. Throws not-in-trash, also when the top of the scope is in Trash.
 */
export async function restoreEntry(
  { trx, changed, did, gained }: Write,
  scope: Scope,
  id: string,
): Promise<{ name: string; parentId: string | null }> {
  const row = await trx
    .selectFrom('entries')
    .leftJoin('versions', 'versions.id', 'entries.current_version')
    .select(['entries.name', 'entries.kind', 'entries.parent_id', 'versions.blob_id'])
    .where('entries.id', '=', id)
    .where('entries.account', '=', scope.account)
    .where('entries.trashed_at', '>', purging)
    .executeTakeFirst();
  if (row === undefined || !(await allAncestors(trx, scope, [id])).has(id)) throw new KeepsakeError('not-in-trash');
  const { parent_id: former, blob_id: blobId } = row;
  const live = await liveAncestors(
    trx,
    scope,
    [former, scope.root].filter((folder) => folder !== null),
  );
  const parentId = former !== null && live.has(former) ? former : scope.root;
  if (parentId !== null && !live.has(parentId)) throw new KeepsakeError('not-in-trash');
  const name = await freeName(trx, scope, parentId, row, restoredWord);
  await trx
    .updateTable('entries')
    .set({ trashed_at: null, parent_id: parentId, ...nameColumns(name) })
    .where('id', '=', id)
    .where('account', '=', scope.account)
    .execute();
  const own = await ownContents(trx, scope, id);
  gained(trashId, less(inTrash(own)));
  gained(parentId, own.contents);
  changed(id);
  did({ did: 'restore', id, from: { name: row.name, parentId: former }, to: { name, parentId }, blobId });
  return { name, parentId };
}
