import { BlobNotFound, BlobOffsetConflict } from '#server/blobs/blob-store.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import { storageCodeOf } from '#server/errors/storage-code.ts';

/** Rethrows an error of the blob store during an upload with the contract's code; for `catch`. */
export function throwUploadError(error: unknown): never {
  const code = storageCodeOf(error);
  if (code !== undefined) throw new KeepsakeError(code, { cause: error });
  if (error instanceof BlobNotFound) throw new KeepsakeError('upload-not-found', { cause: error });
  if (error instanceof BlobOffsetConflict) throw new KeepsakeError('upload-offset-conflict', { cause: error });
  throw error;
}
