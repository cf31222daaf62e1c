import { createBucket } from './bucket.ts';
import { ownerKey, readOwner, readText, restoringKey } from './owner.ts';
import type { S3Settings } from './settings.ts';

/**
 * Whose blobs lie in a bucket, by the mark beside them, whether there are any, and what a restore that has not ended yet
 * noted. Throws the errors of the server.
 */
export async function inspectBucket(
  settings: S3Settings,
): Promise<{ mark: string; owner: string | undefined; hasBlobs: boolean; restoring: string | undefined }> {
  const bucket = createBucket(settings);
  const { prefix } = settings;
  try {
    await bucket.check();
    const owner = await readOwner(bucket, prefix);
    const restoring = await readText(bucket, restoringKey(prefix));
    const first = await bucket.list(`${prefix}blobs/`).next();
    return { mark: ownerKey(prefix), owner, hasBlobs: first.done !== true, restoring };
  } finally {
    bucket.close();
  }
}
