import { BlobNotFound, blockBytes, type SumsPart, sumsPartBytes } from '../blob-store.ts';
import type { Bucket } from './client/bucket.ts';
import { openSlices, retryWhileAbsent } from './client/read-objects.ts';
import { newKey, type S3Parts } from './parts.ts';

const sha256sBytes = (sumsPartBytes / blockBytes) * 32;

/** Stores the sums of complete parts of 256 MiB as objects. Returns their keys. */
export async function putSums(store: S3Parts, id: string, parts: readonly SumsPart[]): Promise<string[]> {
  const keys: string[] = [];
  for (const { sha256s, crc32s } of parts) {
    const bytes = Buffer.concat([sha256s, crc32s]);
    const key = newKey(store, 'sums', id);
    await store.bucket.put(key, bytes, await store.hasher.md5(bytes));
    keys.push(key);
  }
  return keys;
}

export async function readSums(bucket: Bucket, key: string): Promise<SumsPart> {
  const size = await retryWhileAbsent(() => bucket.sizeOf(key));
  if (size === undefined) throw new BlobNotFound(`The sums ${key} are missing`);
  const bytes = Buffer.alloc(size);
  await openSlices(bucket, [{ key, start: 0, size }]).read(0, bytes);
  return { sha256s: bytes.subarray(0, sha256sBytes), crc32s: bytes.subarray(sha256sBytes) };
}
