import { BlobNotFound, BlobStoreUnreachable } from '#server/blobs/blob-store.ts';

/** Bytes of a kept blob are missing or others; or, when that is not proven, they could not be read this time. */
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

/** What a process that has too many files open is told; it says nothing of a blob. */
const ownCodes: readonly unknown[] = ['EMFILE', 'ENFILE'];

/**
 * What reading a blob threw, as what it says of the blob. A disk that answers with an error may answer with the bytes the
 * next time; a store that cannot be reached says nothing.
 */
export function unreadable(error: unknown): unknown {
  if (error instanceof DamagedBlob || error instanceof BlobStoreUnreachable) return error;
  if (error instanceof BlobNotFound) return damaged('It is missing');
  const { code } = rootOf(error);
  if (ownCodes.includes(code)) return error;
  return new DamagedBlob(`It could not be read (${code ?? String(error)})`, { isProven: false, cause: error });
}

function rootOf(error: unknown): NodeJS.ErrnoException {
  const { cause } = error as Error;
  return (cause ?? error) as NodeJS.ErrnoException;
}
