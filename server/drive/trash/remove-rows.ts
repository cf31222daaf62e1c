import { rowsAtOnce } from '#server/database/row-groups.ts';
import type { Scope } from '../access/scope.ts';
import type { Write } from '../changes/transactions.ts';
import { trashedAtOfKnown } from '../tree/records.ts';
import { removeUnreferenced } from './remove-unreferenced.ts';

/** What remains to be done after the rows are deleted. */
export type RemovedRows = {
  /** Blobs that nothing refers to any more, including those of uploads. */
  blobIds: string[];
  /** Uploads in progress into a deleted folder. */
  uploadIds: string[];
};

/**
 * Deletes purged entries that have no live children left, with all that belongs to them, and releases the space of blobs
 * that nothing refers to any more. An entry that was moved to Trash out of one of them by itself stays in Trash and is
 * restored to Root; while there may be more of these than one transaction changes, nothing is deleted yet, and undefined
 * returned. The bytes are to be removed after the commit.
 */
export async function removeRows(write: Write, scope: Scope, ids: readonly string[]): Promise<RemovedRows | undefined> {
  const { trx, counted, used } = write;
  if ((await moveToRoot(write, scope, ids)) === rowsAtOnce) return undefined;
  const uploads = await trx
    .deleteFrom('uploads')
    .where('account', '=', scope.account)
    .where('parent_id', 'in', ids)
    .returning(['id', 'blob_id', 'length'])
    .execute();
  await trx.deleteFrom('download_tokens').where('entry_id', 'in', ids).execute();
  await trx.deleteFrom('finished_uploads').where('entry_id', 'in', ids).execute();
  const versions = await trx.deleteFrom('versions').where('entry_id', 'in', ids).returning('blob_id').execute();
  await trx.deleteFrom('folder_contents').where('account', '=', scope.account).where('folder_id', 'in', ids).execute();
  const { numDeletedRows } = await trx
    .deleteFrom('entries')
    .where('id', 'in', ids)
    .where('account', '=', scope.account)
    .executeTakeFirst();
  counted(-Number(numDeletedRows));
  const unreferenced = await removeUnreferenced(
    write,
    scope,
    versions.map(({ blob_id }) => blob_id),
  );
  used(
    0,
    uploads.reduce((sum, { length }) => sum - length, 0),
  );
  return {
    blobIds: [...unreferenced, ...uploads.map(({ blob_id }) => blob_id)],
    uploadIds: uploads.map(({ id }) => id),
  };
}

/** Changes no more than `rowsAtOnce` of what is in Trash out of these folders; returns how many. */
async function moveToRoot({ trx }: Write, { account }: Scope, folderIds: readonly string[]): Promise<number> {
  const some = trx
    .selectFrom('entries')
    .select('id')
    .where('parent_id', 'in', folderIds)
    .where(trashedAtOfKnown, 'is not', null)
    .where('account', '=', account)
    .limit(rowsAtOnce);
  const { numUpdatedRows } = await trx
    .updateTable('entries')
    .set({ parent_id: null })
    .where('id', 'in', some)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}
