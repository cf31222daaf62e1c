import { BlobNotFound, BlobOffsetConflict, BlobStoreFull } from '../blobs/blob-store.ts';
import { DriveError } from './drive-error.ts';

/** Says in the contract's words what a store refused during an upload; for `catch`. */
export function refuse(error: unknown): never {
  if (error instanceof BlobStoreFull) throw new DriveError('disk-full', { cause: error });
  if (error instanceof BlobNotFound) throw new DriveError('upload-not-found', { cause: error });
  if (error instanceof BlobOffsetConflict) throw new DriveError('upload-offset-conflict', { cause: error });
  throw error;
}
