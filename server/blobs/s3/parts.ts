import { randomBytes } from 'node:crypto';
import type { Bucket } from './client/bucket.ts';
import type { BlobLedger } from './ledger.ts';
import type { MemoryShare } from './memory-share.ts';
import type { PartHasher } from './part-hasher.ts';

const removedAtOnce = 64;

/** What a store of blobs in S3 is made of. */
export type S3Parts = {
  bucket: Bucket;
  ledger: BlobLedger;
  hasher: PartHasher;
  memory: MemoryShare;
  /** Before every key. */
  root: string;
  segmentBytes: number;
};

/** Objects of blobs; bytes that are no part yet; sums of blocks and pieces. */
export const kinds = ['blobs', 'pieces', 'sums'] as const;

/** A key that no object ever had, so that a late writer overwrites nothing. */
export function newKey({ root }: S3Parts, kind: (typeof kinds)[number], id: string): string {
  return `${root}${kind}/${id}.${randomBytes(8).toString('hex')}`;
}

/** Whether a key below the place of a kind is one of `newKey`: other programs may keep theirs in the same bucket. */
export function isOwnKey({ root }: Pick<S3Parts, 'root'>, kind: (typeof kinds)[number], key: string): boolean {
  const place = `${root}${kind}/`;
  return key.startsWith(place) && /^[0-9a-f-]{36}\.[0-9a-f]{16}$/.test(key.slice(place.length));
}

/** The blob that a key of `newKey` belongs to. */
export function idOf(key: string): string {
  return key.slice(key.lastIndexOf('/') + 1, key.lastIndexOf('.'));
}

/** Removes what is no longer needed. What stays behind when this fails is removed by `sweep`. */
export async function removeQuietly(store: Pick<S3Parts, 'bucket'>, keys: readonly string[]): Promise<void> {
  await removeObjects(store, keys).catch(() => {});
}

/** Removes all objects that it can, and throws what it met. A huge blob has thousands, and other calls want a connection, too. */
export async function removeObjects({ bucket }: Pick<S3Parts, 'bucket'>, keys: readonly string[]): Promise<void> {
  const failures: unknown[] = [];
  for (let at = 0; at < keys.length; at += removedAtOnce) {
    const results = await Promise.allSettled(keys.slice(at, at + removedAtOnce).map((key) => bucket.remove(key)));
    for (const result of results) if (result.status === 'rejected') failures.push(result.reason);
  }
  if (failures.length > 0) throw failures[0];
}
