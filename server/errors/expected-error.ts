import { errors } from '#contract/errors.ts';
import { BlobNotFound, BlobOffsetConflict } from '#server/blobs/blob-store.ts';
import { KeepsakeError } from './keepsake-error.ts';

/** Whether an error is the answer to a request that cannot be fulfilled, rather than a fault that the operator has to fix. */
export function isExpectedError(error: unknown): boolean {
  if (error instanceof KeepsakeError) return errors[error.code].status < 500;
  return error instanceof BlobNotFound || error instanceof BlobOffsetConflict;
}
