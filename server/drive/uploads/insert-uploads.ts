import type { Principal } from '#server/accounts/principal.ts';
import type { BlobHashes, BlobStore, BlobSums } from '#server/blobs/blob-store.ts';
import type { FinishedUploadRow, UploadRow } from '#server/database/tables.ts';
import { insertSums } from '#server/integrity/checksums.ts';
import type { Write } from '../changes/changes.ts';
import { type AddedVersion, addVersions, type NewVersion } from '../files/add-versions.ts';
import type { FileThere } from '../files/files-at.ts';
import { contentKey, storedContents } from './stored-content.ts';

/** An upload whose bytes are all here. */
export type CompleteUpload = {
  upload: UploadRow;
  /** A small one has no sums but its hashes. */
  hashes: BlobHashes | BlobSums;
  /** The bytes when they came in one request and are to lie in the database. */
  bytes?: Buffer;
  /** Whether it came in one request and has no row yet. */
  isNew: boolean;
};

/** An upload that can be kept, with the file of its name that is there. */
export type Placed = CompleteUpload & { there: FileThere };

export type CommittedFile = {
  fileId: string;
  contentType: string;
  size: number;
  /** Whether the account had the same content already, so that these bytes are not needed. */
  isDuplicate: boolean;
};

/**
 * Writes the rows of uploads that can be kept, inside a transaction. Returns what became of each, by the id of the
 * upload.
 */
export async function insertCommitted(
  write: Write,
  blobs: BlobStore,
  principal: Principal,
  { placed, at }: { placed: readonly Placed[]; at: number },
): Promise<Map<string, CommittedFile>> {
  if (placed.length === 0) return new Map();
  const { trx } = write;
  const contents = placed.map(({ upload, hashes }) => ({ size: upload.length, sha256: hashes.sha256 }));
  const duplicates = await storedContents(trx, blobs, principal, contents);
  const blobIds = placed.map(({ upload, hashes }) => {
    const key = contentKey({ size: upload.length, sha256: hashes.sha256 });
    // The next one of the same content is a twin of this one.
    if (!duplicates.has(key)) duplicates.set(key, upload.id);
    return duplicates.get(key) ?? upload.id;
  });
  const own = placed.filter(({ upload }, i) => blobIds[i] === upload.id);
  await insertBlobs(write, principal, own, at);
  const versions = placed.map(
    ({ upload, there }, i): NewVersion => ({
      folderId: upload.parent_id,
      name: upload.name,
      there,
      blobId: blobIds[i] ?? upload.id,
      size: upload.length,
      contentType: upload.content_type,
      metadata: upload.object_metadata,
      modifiedAt: upload.modified_at,
      at,
    }),
  );
  const added = await addVersions(write, principal, versions);
  await settleUploads(write, principal, { placed, added, own, at });
  return new Map(
    placed.map(({ upload }, i): [string, CommittedFile] => [
      upload.id,
      {
        fileId: added[i]?.fileId ?? '',
        contentType: upload.content_type,
        size: upload.length,
        isDuplicate: blobIds[i] !== upload.id,
      },
    ]),
  );
}

async function insertBlobs(
  { trx }: Write,
  principal: Principal,
  uploads: readonly CompleteUpload[],
  at: number,
): Promise<void> {
  if (uploads.length === 0) return;
  await trx
    .insertInto('blobs')
    .values(
      uploads.map(({ upload: { id, length: size }, hashes: { sha256, md5 } }) => ({
        id,
        account: principal.account,
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

/** The uploads are no more under way: their room is taken or free, and who lost the answer can ask what became of them. */
async function settleUploads(
  { trx }: Write,
  principal: Principal,
  { placed, added, own, at }: { placed: readonly Placed[]; added: AddedVersion[]; own: readonly Placed[]; at: number },
): Promise<void> {
  const begun = placed.filter(({ isNew }) => !isNew).map(({ upload }) => upload);
  if (begun.length > 0) {
    await trx
      .deleteFrom('uploads')
      .where('account', '=', principal.account)
      .where(
        'id',
        'in',
        begun.map(({ id }) => id),
      )
      .execute();
  }
  const taken = sumOf(own.map(({ upload }) => upload));
  const free = sumOf(begun);
  await trx
    .updateTable('accounts')
    .set((eb) => ({ used_bytes: eb('used_bytes', '+', taken), reserved_bytes: eb('reserved_bytes', '-', free) }))
    .where('user_id', '=', principal.account)
    .execute();
  const finished = placed.map(({ upload: { id, account, length, metadata } }, i): FinishedUploadRow => {
    const { fileId = '', versionId = '' } = added[i] ?? {};
    return { id, account, entry_id: fileId, version_id: versionId, length, metadata, finished_at: at };
  });
  await trx.insertInto('finished_uploads').values(finished).execute();
}

function sumOf(uploads: readonly UploadRow[]): number {
  return uploads.reduce((sum, { length }) => sum + length, 0);
}
