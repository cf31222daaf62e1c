import { BlobNotFound, BlobNotRegular, BlobStoreUnreachable } from '#server/blobs/blob-store.ts';
import { databaseProblem } from '#server/database/problems.ts';

/** Bytes of a stored blob are missing or differ; or, if that is not proven, they could not be read this time. */
export class DamagedBlob extends Error {
  readonly isProven: boolean;

  constructor(problem: string, { isProven, cause }: { isProven: boolean; cause?: unknown }) {
    super(problem, { cause });
    this.isProven = isProven;
  }
}

export function damaged(problem: string): DamagedBlob {
  return new DamagedBlob(problem, { isProven: true });
}

/** The codes for too many open files, which reveal nothing about a blob. */
const ownCodes: readonly unknown[] = ['EMFILE', 'ENFILE'];

/**
 * Translates what reading a blob threw to what it means for the blob. After an error of the disk the bytes may be readable
 * the next time; an unreachable store reveals nothing, nor does a database that did not say where the bytes are, or a thread that
 * ended.
 */
export function unreadable(error: unknown): unknown {
  if (error instanceof DamagedBlob || error instanceof BlobStoreUnreachable) return error;
  if (databaseProblem(error) !== undefined) return error;
  if (error instanceof BlobNotRegular) return damaged('It is not a file');
  if (error instanceof BlobNotFound) return damaged('It is missing');
  const { code } = rootOf(error);
  if (ownCodes.includes(code)) return error;
  return new DamagedBlob(`It could not be read (${code ?? String(error)})`, { isProven: false, cause: error });
}

function rootOf(error: unknown): NodeJS.ErrnoException {
  const { cause } = error as Error;
  return (cause ?? error) as NodeJS.ErrnoException;
}
