import type { BlobHashes, BlobStore, BlobSums } from '#server/blobs/blob-store.ts';
import type { FinishedUploadRow, UploadRow } from '#server/database/tables.ts';
import { required } from '#server/errors/required.ts';
import { insertSums } from '#server/integrity/checksums.ts';
import type { Scope } from '../access/scope.ts';
import type { Write } from '../changes/transactions.ts';
import { type AddedVersion, addVersions, type NewVersion } from '../files/add-versions.ts';
import type { FileThere } from '../files/files-at.ts';
import { blobsByContent, contentKey } from './reusable-blobs.ts';

/** An upload whose bytes are all stored. */
export type CompleteUpload = {
  upload: UploadRow;
  /** A blob of one block has hashes only. */
  hashes: BlobHashes | BlobSums;
  /** The bytes, if they arrived in one request and belong in the database. */
  bytes?: Buffer;
  /** Whether it arrived in one request and has no row yet. */
  isNew: boolean;
};

/** An upload that can be committed, with the existing file at its place. */
export type Placed = CompleteUpload & { there: FileThere };

export type CommittedFile = {
  fileId: string;
  contentType: string;
  size: number;
  /** Whether the account already had the same content, so that these bytes are not needed. */
  isDuplicate: boolean;
};

/** An upload that changed after it was read: it was finished, discarded, or changed by another node. */
export class StaleUpload extends Error {}

/**
 * Writes the rows of uploads that can be committed, inside a transaction. Returns the files by the ids of the uploads.
 * Throws StaleUpload.
 */
export async function insertCommitted(
  write: Write,
  blobs: BlobStore,
  scope: Scope,
  { placed, at }: { placed: readonly Placed[]; at: number },
): Promise<Map<string, CommittedFile>> {
  if (placed.length === 0) return new Map();
  await removeBegun(write, scope, placed);
  const withBlobs = await assignBlobs(write, blobs, scope, placed);
  const own = withBlobs.filter(({ isDuplicate }) => !isDuplicate);
  await insertBlobs(write, scope, own, at);
  const versions = withBlobs.map(
    ({ upload, there, blobId }): NewVersion => ({
      folderId: upload.parent_id,
      name: upload.name,
      there,
      blobId,
      size: upload.length,
      contentType: upload.content_type,
      metadata: upload.object_metadata,
      modifiedAt: upload.modified_at,
      at,
    }),
  );
  const added = await addVersions(write, scope, versions);
  const committed = withBlobs.map((one, i) => ({ ...one, added: required(added[i], 'version of an upload') }));
  await settleUsage(write, scope, { own, begun: placed.filter(({ isNew }) => !isNew) });
  await noteFinished(write, committed, at);
  return new Map(
    committed.map(({ upload, added: { fileId }, isDuplicate }): [string, CommittedFile] => [
      upload.id,
      { fileId, contentType: upload.content_type, size: upload.length, isDuplicate },
    ]),
  );
}

/** Deletes the rows of uploads that have one. Throws StaleUpload unless each is as it was read. */
async function removeBegun({ trx }: Write, scope: Scope, placed: readonly Placed[]): Promise<void> {
  const begun = new Map(placed.filter(({ isNew }) => !isNew).map(({ upload }) => [upload.id, upload]));
  if (begun.size === 0) return;
  const removed = await trx
    .deleteFrom('uploads')
    .where('account', '=', scope.account)
    .where('id', 'in', [...begun.keys()])
    .returning(['id', 'length', 'sha256'])
    .execute();
  const asRead = removed.filter(({ id, length, sha256 }) => {
    const upload = begun.get(id);
    return upload?.length === length && upload.sha256 === sha256;
  });
  if (asRead.length < begun.size) throw new StaleUpload('The upload has changed since it was read');
}

/** Assigns to each upload the account's blob with the same content, or its own. */
async function assignBlobs({ trx }: Write, blobs: BlobStore, scope: Scope, placed: readonly Placed[]) {
  const contents = placed.map(({ upload, hashes }) => ({ size: upload.length, sha256: hashes.sha256 }));
  const stored = await blobsByContent(trx, blobs, scope, contents);
  return placed.map((one) => {
    const { upload, hashes } = one;
    const key = contentKey({ size: upload.length, sha256: hashes.sha256 });
    const blobId = stored.get(key) ?? upload.id;
    // The next upload with the same content is a duplicate of this one.
    stored.set(key, blobId);
    return { ...one, blobId, isDuplicate: blobId !== upload.id };
  });
}

async function insertBlobs(
  { trx }: Write,
  scope: Scope,
  uploads: readonly CompleteUpload[],
  at: number,
): Promise<void> {
  if (uploads.length === 0) return;
  await trx
    .insertInto('blobs')
    .values(
      uploads.map(({ upload: { id, length: size }, hashes: { sha256, md5 } }) => ({
        id,
        account: scope.account,
        size,
        created_at: at,
        sha256,
        md5,
      })),
    )
    .execute();
  for (const { upload, hashes } of uploads)
    if ('parts' in hashes) await insertSums(trx, { id: upload.id, size: upload.length }, hashes);
  const small = uploads.flatMap(({ upload, bytes }) => (bytes === undefined ? [] : [{ blob_id: upload.id, bytes }]));
  if (small.length > 0) await trx.insertInto('small_blobs').values(small).execute();
}

/** Releases what was reserved for uploads, and counts what is stored for the first time. */
async function settleUsage(
  { trx }: Write,
  scope: Scope,
  { own, begun }: { own: readonly Placed[]; begun: readonly Placed[] },
): Promise<void> {
  await trx
    .updateTable('accounts')
    .set((eb) => ({
      used_bytes: eb('used_bytes', '+', bytesOf(own)),
      reserved_bytes: eb('reserved_bytes', '-', bytesOf(begun)),
    }))
    .where('user_id', '=', scope.account)
    .execute();
}

/** For clients that lost the response and query the status of their uploads. */
async function noteFinished(
  { trx }: Write,
  committed: readonly (Placed & { added: AddedVersion })[],
  at: number,
): Promise<void> {
  const rows = committed.map(
    ({ upload: { id, account, length, metadata }, added: { fileId, versionId } }): FinishedUploadRow => {
      return { id, account, entry_id: fileId, version_id: versionId, length, metadata, finished_at: at };
    },
  );
  await trx.insertInto('finished_uploads').values(rows).execute();
}

function bytesOf(placed: readonly Placed[]): number {
  return placed.reduce((sum, { upload }) => sum + upload.length, 0);
}
