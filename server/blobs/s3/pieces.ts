import { openSlices, type Slice } from './client/read-objects.ts';
import { sharedBytes } from './part-hasher.ts';
import { newKey, type S3Parts } from './parts.ts';

/** Stores bytes as an object of their own; the first of a blob as one that may become the whole blob. */
export async function putPiece(store: S3Parts, kind: 'blobs' | 'pieces', id: string, bytes: Buffer): Promise<Slice> {
  const key = newKey(store, kind, id);
  await store.bucket.put(key, bytes, await store.hasher.md5(bytes));
  return { key, start: 0, size: bytes.length };
}

export async function readSlices({ bucket }: S3Parts, slices: readonly Slice[]): Promise<Buffer[]> {
  return await Promise.all(
    slices.map(async (slice) => {
      const bytes = Buffer.allocUnsafe(slice.size);
      await openSlices(bucket, [slice]).read(0, bytes);
      return bytes;
    }),
  );
}

/** Concatenates, in memory that the hashing thread shares. */
export function gather(...all: readonly Buffer[]): Buffer {
  const bytes = sharedBytes(all.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const buffer of all) at += buffer.copy(bytes, at);
  return bytes;
}

/** Keys of slices that none of the others need. */
export function unusedKeys(slices: readonly Slice[], others: readonly Slice[]): string[] {
  const needed = new Set(others.map(({ key }) => key));
  return [...new Set(slices.map(({ key }) => key))].filter((key) => !needed.has(key));
}
