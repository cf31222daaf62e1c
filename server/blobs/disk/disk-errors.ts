import { BlobNotFound, BlobNotRegular, BlobOffsetConflict, BlobStoreFull, BlobStoreUnwritable } from '../blob-store.ts';
import { NotRegularFile } from './open-regular.ts';

/** The disk fails, takes no writes, or the process has too many files open. */
const unwritableCodes: readonly unknown[] = ['EIO', 'EROFS', 'EMFILE', 'ENFILE'];

/** Throws an error of the system as one of a blob store; for `catch`. */
export function fail(error: unknown): never {
  throw translate(error);
}

/** For `catch` of a removal: removing what does not exist is no error. */
export function unlessAbsent(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') fail(error);
}

export function translate(error: unknown): unknown {
  if (error instanceof NotRegularFile) return new BlobNotRegular(error.message, { cause: error });
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || code === 'EDQUOT') return new BlobStoreFull('The disk is full', { cause: error });
  if (unwritableCodes.includes(code)) {
    return new BlobStoreUnwritable('The disk does not write', { isReadOnly: code === 'EROFS', cause: error });
  }
  if (code === 'EEXIST') return new BlobOffsetConflict('There is a blob of this id', { cause: error });
  if (code === 'ENOENT') return new BlobNotFound('No such blob', { cause: error });
  return error;
}
