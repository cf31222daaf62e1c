import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { BlobStore } from '#server/blobs/blob-store.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import { maxSmallBytes } from '#server/integrity/stored-bytes.ts';
import type { Scope } from '../access/scope.ts';
import { typeByBytes } from '../files/program-type.ts';
import { checkUpload, type NewUpload, uploadRow } from './begin-upload.ts';
import type { CommitQueue } from './commit-queue.ts';
import type { CompleteUpload, StoredUpload } from './complete-upload.ts';
import { type Checksum, hashesTo } from './upload-checksum.ts';
import { throwUploadError } from './upload-error.ts';

/** A file and its bytes, and their checksum according to the client. */
export type SingleRequestUpload = Pick<CompleteUpload, 'isAbandoned'> & {
  upload: NewUpload;
  bytes: Buffer;
  checksum?: Checksum;
};

type Deps = { blobs: BlobStore; queue: CommitQueue; now: () => number };

/**
 * Stores a file whose bytes all arrived in one request: without an upload in progress, and the smallest without a file on
 * disk. Returns the file. Throws what beginning and committing an upload throw; then nothing is stored.
 */
export async function commitSingleRequest(
  { blobs, queue, now }: Deps,
  scope: Scope,
  id: string,
  { upload, bytes, checksum, isAbandoned }: SingleRequestUpload,
): Promise<StoredUpload> {
  await checkUpload(blobs, upload);
  if (bytes.length !== upload.length) throw new KeepsakeError('upload-length-invalid');
  if (checksum !== undefined && !hashesTo(bytes, checksum)) throw new KeepsakeError('checksum-mismatch');
  // The MD5 of so few bytes costs less than reading them again when somebody asks for it.
  const sums = { hashes: { sha256: hash('sha256', bytes) }, md5: hash('md5', bytes, 'base64'), crc32: crc32(bytes) };
  const begun = uploadRow(scope, id, upload, now());
  const row = { ...begun, content_type: typeByBytes(begun, bytes) };
  const complete = {
    upload: row,
    ...sums,
    isNew: true,
    ifChanged: upload.ifChanged,
    isAbandoned,
  };
  if (bytes.length <= maxSmallBytes) return storedOf(await queue.commit(scope, { ...complete, bytes }));

  await blobs.put(row.blob_id, bytes).catch(throwUploadError);
  const outcome = await queue.commit(scope, complete).catch(refusal);
  if (outcome instanceof KeepsakeError) await blobs.remove(row.blob_id);
  return storedOf(outcome);
}

/** The error, where it tells that nothing was committed; other errors are thrown again. */
function refusal(error: unknown): KeepsakeError {
  if (error instanceof KeepsakeError && error.code === 'too-many-entries') return error;
  throw error;
}

function storedOf(outcome: Awaited<ReturnType<CommitQueue['commit']>>): StoredUpload {
  if (outcome instanceof KeepsakeError) throw outcome;
  return outcome;
}
