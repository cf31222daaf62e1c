import type { ErrorCode } from '#contract/errors.ts';
import {
  BlobNotFound,
  BlobOffsetConflict,
  BlobStoreFull,
  BlobStoreUnreachable,
  BlobStoreUnwritable,
} from '#server/blobs/blob-store.ts';
import { databaseProblem } from '#server/database/problems.ts';
import { KeepsakeError } from './keepsake-error.ts';

/** What people are told when the database or the disk did not do its work; undefined for every other error. */
export function storageTroubleOf(error: unknown): ErrorCode | undefined {
  const problem = databaseProblem(error);
  if (problem === 'full' || error instanceof BlobStoreFull) return 'disk-full';
  const isStoreInTrouble = error instanceof BlobStoreUnwritable || error instanceof BlobStoreUnreachable;
  return problem !== undefined || isStoreInTrouble ? 'unavailable' : undefined;
}

/** Says in the contract's words what a store refused during an upload; for `catch`. */
export function refuse(error: unknown): never {
  const trouble = storageTroubleOf(error);
  if (trouble !== undefined) throw new KeepsakeError(trouble, { cause: error });
  if (error instanceof BlobNotFound) throw new KeepsakeError('upload-not-found', { cause: error });
  if (error instanceof BlobOffsetConflict) throw new KeepsakeError('upload-offset-conflict', { cause: error });
  throw error;
}
