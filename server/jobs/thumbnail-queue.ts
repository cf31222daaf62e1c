import type { Database } from '#server/database/open.ts';
import { systemScope } from '#server/drive/access/scope.ts';
import type { Transactions } from '#server/drive/changes/transactions.ts';

/** A thumbnail as WebP, the size of the whole picture and a tiny data URI of it. */
export type Thumbnail = { bytes: Uint8Array; width: number; height: number; blur: string };

const maxTries = 3;
/** Thumbnails that are looked up together; nodes that find the same ones share them out. */
const batchSize = 20;

/** A blob of which a thumbnail is wanted. */
export type WantedThumbnail = { blobId: string; account: string };

/** The rows of `previews`: which thumbnails are wanted, and what became of each. */
export function createThumbnailQueue({ db, transactions }: { db: Database; transactions: Transactions }) {
  return {
    /** The next blobs to make thumbnails of, the accounts in turn; those that failed too often are given up. */
    async next(): Promise<WantedThumbnail[]> {
      await db
        .updateTable('previews')
        .set({ state: 'none' })
        .where('state', '=', 'waiting')
        .where('tries', '>=', maxTries)
        .execute();
      const rows = await db
        .selectFrom('previews')
        .innerJoin('blobs', 'blobs.id', 'previews.blob_id')
        .select((eb) => [
          'previews.blob_id',
          'blobs.account',
          eb.fn
            .agg<number>('row_number')
            .over((over) => over.partitionBy('blobs.account').orderBy('previews.tries').orderBy('previews.blob_id'))
            .as('turn'),
        ])
        .where('state', '=', 'waiting')
        // A damaged blob may be repaired some day; until then it has no thumbnail.
        .where('damaged_at', 'is', null)
        .orderBy('turn')
        .orderBy('blob_id')
        .limit(batchSize)
        .execute();
      return rows.map(({ blob_id, account }) => ({ blobId: blob_id, account }));
    },

    async isWaiting(blobId: string): Promise<boolean> {
      const row = await db.selectFrom('previews').select('state').where('blob_id', '=', blobId).executeTakeFirst();
      return row?.state === 'waiting';
    },

    async countTries(blobId: string, by: 1 | -1): Promise<void> {
      await db
        .updateTable('previews')
        .set((eb) => ({ tries: eb('tries', '+', by) }))
        .where('blob_id', '=', blobId)
        .execute();
    },

    /** Records the outcome with a change for every file that shows it. Returns false when the blob no longer exists. */
    async settle(blobId: string, thumbnail: Thumbnail | undefined): Promise<boolean> {
      const owner = await db.selectFrom('blobs').select('account').where('id', '=', blobId).executeTakeFirst();
      if (owner === undefined) return false;
      const values =
        thumbnail === undefined
          ? { state: 'none' as const }
          : { state: 'made' as const, width: thumbnail.width, height: thumbnail.height, blur: thumbnail.blur };
      return await transactions.write(systemScope(owner.account), async ({ trx, changed }) => {
        const { numUpdatedRows } = await trx
          .updateTable('previews')
          .set(values)
          .where('blob_id', '=', blobId)
          .executeTakeFirstOrThrow();
        // Read while the account is locked, so that a file that reuses the blob meanwhile is included.
        const files = await trx.selectFrom('versions').select('entry_id').where('blob_id', '=', blobId).execute();
        for (const { entry_id } of files) changed(entry_id);
        return numUpdatedRows > 0n;
      });
    },
  };
}
