import { BlobNotFound, pieceBytes, type SumsPart, sumsPartBytes } from '../blob-store.ts';
import type { Bucket } from './client/bucket.ts';
import { openSlices, retryWhileAbsent } from './client/read-objects.ts';
import { newKey, type S3Parts } from './parts.ts';

const crc32sBytes = (sumsPartBytes / pieceBytes) * 4;

/** Stores the sums of complete parts of 256 MiB as objects. Returns their keys. */
export async function putSums(store: S3Parts, id: string, parts: readonly SumsPart[]): Promise<string[]> {
  const keys: string[] = [];
  for (const { crc32s } of parts) {
    const key = newKey(store, 'sums', id);
    await store.bucket.put(key, crc32s, await store.hasher.md5(crc32s));
    keys.push(key);
  }
  return keys;
}

export async function readSums(bucket: Bucket, key: string): Promise<SumsPart> {
  const size = await retryWhileAbsent(() => bucket.sizeOf(key));
  if (size === undefined) throw new BlobNotFound(`The sums ${key} are missing`);
  const bytes = Buffer.alloc(size);
  await openSlices(bucket, [{ key, start: 0, size }]).read(0, bytes);
  // One that an earlier version made begins with other sums.
  return { crc32s: bytes.subarray(-crc32sBytes) };
}
