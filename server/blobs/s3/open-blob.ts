import { BlobNotFound, type OpenBlob } from '../blob-store.ts';
import { openSlices, retryWhileAbsent } from './client/read-objects.ts';
import { slicesOf } from './complete.ts';
import { holdBlob } from './held-blob.ts';
import type { S3Parts } from './parts.ts';

/** Opens a complete blob. The size of its first object is that of the object itself. Throws BlobNotFound. */
export async function openBlob(store: S3Parts, id: string): Promise<OpenBlob> {
  const { state } = await holdBlob(store.ledger, id);
  if (!state.isComplete) throw new BlobNotFound(`Blob ${id} is not complete`);
  const [first, ...rest] = slicesOf(store, state);
  if (first === undefined) return openSlices(store.bucket, []);
  const size = await retryWhileAbsent(() => store.bucket.sizeOf(first.key));
  if (size === undefined) throw new BlobNotFound(`The object ${first.key} is missing`);
  return openSlices(store.bucket, [{ ...first, size }, ...rest]);
}
