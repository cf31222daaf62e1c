import type { ErrorCode } from '#contract/errors.ts';
import { BlobStoreFull, BlobStoreUnreachable, BlobStoreUnwritable } from '#server/blobs/blob-store.ts';
import { databaseProblem } from '#server/database/problems.ts';

/** The contract's code for a failure of the database or of the blob store; undefined for every other error. */
export function storageCodeOf(error: unknown): ErrorCode | undefined {
  const problem = databaseProblem(error);
  if (problem === 'full' || error instanceof BlobStoreFull) return 'disk-full';
  const isStoreFailing = error instanceof BlobStoreUnwritable || error instanceof BlobStoreUnreachable;
  return problem !== undefined || isStoreFailing ? 'unavailable' : undefined;
}
