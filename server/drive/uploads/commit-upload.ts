import { BlobNotFound, type BlobStore, type BlobSums } from '#server/blobs/blob-store.ts';
import type { UploadRow } from '#server/database/tables/upload-rows.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import { holdSums } from '#server/integrity/checksums.ts';
import { crc32OfSums } from '#server/integrity/crc32-of-sums.ts';
import type { Scope } from '../access/scope.ts';
import type { Transfers } from '../changes/transfers.ts';
import { isTypedByBytes, typeByBytes, typedBytes } from '../files/program-type.ts';
import type { CommitQueue } from './commit-queue.ts';
import type { CompleteUpload, StoredUpload } from './complete-upload.ts';
import type { DiscardUpload } from './discard-upload.ts';
import { StaleUpload } from './insert-committed.ts';
import { throwUploadError } from './upload-error.ts';
import type { UploadRows } from './upload-rows.ts';

type Deps = {
  blobs: BlobStore;
  transfers: Transfers;
  queue: CommitQueue;
  rows: UploadRows;
  discard: DiscardUpload;
};

/** Errors that no further attempt can resolve. */
const finalErrors: readonly string[] = ['digest-mismatch', 'generation-mismatch'];

export function createCommitUpload({ blobs, transfers, queue, rows, discard }: Deps) {
  return commit;

  /**
   * Creates the file of an upload whose bytes are all durable, and returns it. Throws the errors of `commitUploads`,
   * disk-full, unavailable; after one that is final, the upload is discarded.
   */
  async function commit(
    scope: Scope,
    row: UploadRow,
    isAbandoned?: CompleteUpload['isAbandoned'],
  ): Promise<StoredUpload> {
    const hashes = await sumsOf(row);
    if (hashes === undefined) return (await rows.finished(scope, row.id)).stored;
    const crc32 = await crc32OfSums(hashes, row.length);
    const upload = isTypedByBytes(row) ? await typed(row).catch(throwUploadError) : row;
    const outcome = await queue
      .commit(scope, { upload, hashes, crc32, isNew: false, isAbandoned })
      .catch((error: unknown) => (error instanceof StaleUpload ? undefined : Promise.reject(error)));
    if (outcome === undefined) return await commitCurrent(scope, row, isAbandoned);
    if (!(outcome instanceof KeepsakeError)) {
      transfers.ended(scope, row.id);
      // The file is committed whether or not this succeeds.
      await blobs.forgetHashing(row.blob_id).catch(() => {});
      return outcome;
    }
    if (finalErrors.includes(outcome.code)) await discard(scope, row);
    throw outcome;
  }

  /** Undefined when the bytes or their sums are gone: another node that finished the upload needed them no more. */
  async function sumsOf({ blob_id, length }: UploadRow): Promise<BlobSums | undefined> {
    try {
      return await holdSums(await blobs.hash(blob_id, length));
    } catch (error) {
      if (error instanceof BlobNotFound) return undefined;
      return throwUploadError(error);
    }
  }

  async function typed(row: UploadRow): Promise<UploadRow> {
    const blob = await blobs.open(row.blob_id);
    try {
      const head = Buffer.alloc(Math.min(typedBytes, row.length));
      await blob.read(0, head);
      return { ...row, content_type: typeByBytes(row, head) };
    } finally {
      await blob.close();
    }
  }

  /** After another node finished the upload, discarded it, or recorded its SHA-256. */
  async function commitCurrent(
    scope: Scope,
    stale: UploadRow,
    isAbandoned: CompleteUpload['isAbandoned'],
  ): Promise<StoredUpload> {
    const row = await rows.find(scope, stale.id);
    if (row === undefined) return (await rows.finished(scope, stale.id)).stored;
    if (row.length !== stale.length) throw new KeepsakeError('upload-offset-conflict');
    return await commit(scope, row, isAbandoned);
  }
}
