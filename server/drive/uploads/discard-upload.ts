import type { BlobStore } from '#server/blobs/blob-store.ts';
import type { UploadRow } from '#server/database/tables/upload-rows.ts';
import type { Scope } from '../access/scope.ts';
import type { Transactions } from '../changes/transactions.ts';
import type { Transfers } from '../changes/transfers.ts';

type Deps = { blobs: BlobStore; transactions: Transactions; transfers: Transfers };

export type DiscardUpload = ReturnType<typeof createDiscardUpload>;

/** Deletes unfinished uploads. */
export function createDiscardUpload({ blobs, transactions, transfers }: Deps) {
  /**
   * Deletes an upload with its bytes and releases its reserved space, unless it was finished or discarded meanwhile, or had not
   * expired at `expiredAt`.
   */
  return async (
    scope: Scope,
    { id, blob_id }: Pick<UploadRow, 'id' | 'blob_id'>,
    expiredAt?: number,
  ): Promise<void> => {
    const isDeleted = await transactions.write(scope, async ({ trx, used }) => {
      // Returned by the statement, since the length of a growing upload may have changed after it was read.
      const deleted = await trx
        .deleteFrom('uploads')
        .where('id', '=', id)
        // A later upload of the same id is another one.
        .where('blob_id', '=', blob_id)
        .where('account', '=', scope.account)
        .$if(expiredAt !== undefined, (query) => query.where('expires_at', '<=', expiredAt ?? 0))
        .returning('length')
        .executeTakeFirst();
      if (deleted === undefined) return false;
      used(0, -deleted.length);
      return true;
    });
    if (!isDeleted && expiredAt !== undefined) return;
    transfers.ended(scope, id);
    if (isDeleted) await blobs.remove(blob_id);
  };
}
