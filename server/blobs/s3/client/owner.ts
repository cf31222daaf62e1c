import type { Bucket } from './bucket.ts';
import { openSlices } from './read-objects.ts';

/** The object that names the installation whose blobs these are. */
export function ownerKey(root: string): string {
  return `${root}installation`;
}

/** The object that says which restore into this place has not ended yet. */
export function restoringKey(root: string): string {
  return `${root}restoring`;
}

/** Undefined when there is no such object. */
export async function readOwner(bucket: Bucket, root: string): Promise<string | undefined> {
  return (await readText(bucket, ownerKey(root)))?.trim();
}

/** Undefined when there is no such object. */
export async function readText(bucket: Bucket, key: string): Promise<string | undefined> {
  const size = await bucket.sizeOf(key);
  if (size === undefined) return undefined;
  const text = Buffer.alloc(size);
  await openSlices(bucket, [{ key, start: 0, size }]).read(0, text);
  return text.toString('utf8');
}
