import { createHash } from 'node:crypto';
import type { Actor } from '#server/accounts/principal.ts';
import type { BlobHashes, BlobStore } from '#server/blobs/blob-store.ts';
import type { Database } from '#server/database/open.ts';
import { DriveError } from '#server/errors/keepsake-error.ts';
import { maxSmallBytes } from '#server/integrity/stored-bytes.ts';
import { checkUpload, type NewUpload, uploadRow } from './begin-upload.ts';
import type { KeepQueue } from './commit-queue.ts';
import { makeBlob } from './make-blob.ts';
import { type Checksum, hashesTo } from './upload-checksum.ts';

/** A file and its bytes, and what they hash to as the client says. */
export type WholeUpload = { upload: NewUpload; bytes: Buffer; checksum?: Checksum };

type Deps = { db: Database; blobs: BlobStore; queue: KeepQueue; now: () => number };

/**
 * Keeps a file whose bytes all came in one request: without an upload under way, and the smallest without a file on the
 * disk. Returns the file's id. Throws what beginning and finishing an upload throw; then nothing is kept.
 */
export async function keepWhole(
  { db, blobs, queue, now }: Deps,
  actor: Actor,
  id: string,
  { upload, bytes, checksum }: WholeUpload,
): Promise<string> {
  await checkUpload(blobs, upload);
  if (bytes.length !== upload.length) throw new DriveError('upload-length-invalid');
  if (checksum !== undefined && !hashesTo(bytes, checksum)) throw new DriveError('checksum-mismatch');
  const keep = { upload: uploadRow(actor, id, upload, now()), hashes: hashesOf(bytes), isNew: true };
  if (bytes.length <= maxSmallBytes) return fileIdOf(await queue.keep(actor, { ...keep, bytes }));

  await makeBlob({ db, blobs }, id, () => blobs.put(id, bytes));
  const outcome = await queue.keep(actor, keep);
  if (outcome instanceof DriveError) await blobs.remove(id);
  return fileIdOf(outcome);
}

function fileIdOf(outcome: Awaited<ReturnType<KeepQueue['keep']>>): string {
  if (outcome === undefined) throw new DriveError('upload-not-found');
  if (outcome instanceof DriveError) throw outcome;
  return outcome.fileId;
}

function hashesOf(bytes: Buffer): BlobHashes {
  return {
    sha256: createHash('sha256').update(bytes).digest('hex'),
    md5: createHash('md5').update(bytes).digest('base64'),
  };
}
