import { createBucket } from './bucket.ts';
import { ownerKey, readOwner } from './owner.ts';
import type { S3Settings } from './settings.ts';

/** Whose blobs lie in a bucket, by the mark beside them, and whether there are any. Throws the errors of the server. */
export async function inspectBucket(
  settings: S3Settings,
): Promise<{ mark: string; owner: string | undefined; hasBlobs: boolean }> {
  const bucket = createBucket(settings);
  try {
    await bucket.check();
    const owner = await readOwner(bucket, settings.prefix);
    const first = await bucket.list(`${settings.prefix}blobs/`).next();
    return { mark: ownerKey(settings.prefix), owner, hasBlobs: first.done !== true };
  } finally {
    bucket.close();
  }
}
