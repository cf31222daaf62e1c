import type { Kysely } from 'kysely';
import { isId } from '#contract/ids.ts';
import { BlobOffsetConflict, type BlobStore } from '#server/blobs/blob-store.ts';
import type { Leases } from '#server/cluster/leases.ts';
import type { Database } from '#server/database/open.ts';
import type { Tables } from '#server/database/tables.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import { requireRight, type Scope, systemScope } from '../access/scope.ts';
import type { Transactions } from '../changes/transactions.ts';
import { announceFacts } from '../facts/told-facts.ts';
import { wantsPoster } from '../facts/wants-poster.ts';
import { liveAncestors } from '../tree/ancestors.ts';
import { type Picture, putPicture, recordPicture, storePicture } from './made-pictures.ts';

type Deps = {
  db: Database;
  thumbnails: BlobStore;
  transactions: Transactions;
  leases: Pick<Leases, 'hold'>;
  /** Draws the bytes of a picture anew in both sizes, when the account has its turn; undefined if they are none. */
  drawSent: (account: string, bytes: Uint8Array) => Promise<Picture | undefined>;
};

/** Which version of which file a poster shows. */
type PosterOf = { fileId: string; versionId: string };

/**
 * Makes a picture that whoever uploaded a film took of it the picture of that film, if the server has none for want of a decoder. It is a
 * hint: once there is a decoder, the film is looked into again. Throws object-not-found, not-allowed, no-picture, picture-not-wanted.
 */
export function createPutPoster({ db, thumbnails, transactions, leases, drawSent }: Deps) {
  return async (scope: Scope, of: PosterOf, bytes: Uint8Array): Promise<void> => {
    requireRight(scope, 'write');
    const blobId = await wantedBlob(scope, of);
    const picture = await drawSent(scope.account, bytes);
    if (picture === undefined) throw new KeepsakeError('no-picture');
    // Another one may have been stored since.
    if (!(await storeIfWanted(scope, blobId, picture))) throw new KeepsakeError('picture-not-wanted');
  };

  /** Nobody else stores one of it meanwhile, so that the row says what was stored. */
  async function storeIfWanted(scope: Scope, blobId: string, picture: Picture): Promise<boolean> {
    let isStored = false;
    await leases.hold(`thumbnail ${blobId}`, async () => {
      if (!(await isWanted(db, blobId)) || !(await store(blobId, picture))) return;
      isStored = await record(scope, blobId, picture);
      // The blob may have been purged meanwhile. Where this node was taken for dead, another one has made a picture: that one stays.
      if (!isStored && !(await isMade(db, blobId))) await thumbnails.remove(blobId);
    });
    return isStored;
  }

  /** Returns false when there is one that another node made while this one was taken for dead; without one, what is there was interrupted. */
  async function store(blobId: string, picture: Picture): Promise<boolean> {
    try {
      await putPicture(thumbnails, blobId, picture);
    } catch (error) {
      if (!(error instanceof BlobOffsetConflict)) throw error;
      if (!(await isWanted(db, blobId))) return false;
      await storePicture(thumbnails, blobId, picture);
    }
    return true;
  }

  async function wantedBlob(scope: Scope, { fileId, versionId }: PosterOf): Promise<string> {
    if (!isId(fileId) || !isId(versionId)) throw new KeepsakeError('object-not-found');
    const row = await db
      .selectFrom('versions')
      .innerJoin('entries', 'entries.id', 'versions.entry_id')
      .select('versions.blob_id')
      .where('versions.id', '=', versionId)
      .where('entries.id', '=', fileId)
      .where('entries.account', '=', scope.account)
      .executeTakeFirst();
    if (row === undefined || !(await liveAncestors(db, scope, [fileId])).has(fileId))
      throw new KeepsakeError('object-not-found');
    if (row.blob_id === null || !(await isWanted(db, row.blob_id))) throw new KeepsakeError('picture-not-wanted');
    return row.blob_id;
  }

  /** With a change of every file that shows it, also outside of the scope. */
  async function record({ account }: Scope, blobId: string, picture: Picture): Promise<boolean> {
    return await transactions.write(systemScope(account), async (write) => {
      if (!(await isWanted(write.trx, blobId))) return false;
      await recordPicture(write.trx, blobId, picture);
      await announceFacts(write, [blobId]);
      return true;
    });
  }
}

async function isMade(db: Kysely<Tables>, blobId: string): Promise<boolean> {
  const made = db.selectFrom('previews').select('state').where('blob_id', '=', blobId).where('state', '=', 'made');
  return (await made.executeTakeFirst()) !== undefined;
}

async function isWanted(db: Kysely<Tables>, blobId: string): Promise<boolean> {
  const row = await db
    .selectFrom('facts')
    .leftJoin('previews', 'previews.blob_id', 'facts.blob_id')
    .select(['facts.lacks_decoder', 'facts.width', 'previews.state as preview'])
    .where('facts.blob_id', '=', blobId)
    .executeTakeFirst();
  return row !== undefined && wantsPoster(row);
}
