import { errors } from '#contract/errors.ts';
import { BlobNotFound, BlobOffsetConflict } from '#server/blobs/blob-store.ts';
import { KeepsakeError } from './keepsake-error.ts';

/** Whether an error is an answer to what cannot be done, and nothing that the person who runs the server has to mend. */
export function isExpectedError(error: unknown): boolean {
  if (error instanceof KeepsakeError) return errors[error.code].status < 500;
  return error instanceof BlobNotFound || error instanceof BlobOffsetConflict;
}
