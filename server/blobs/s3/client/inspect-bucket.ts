import { type Bucket, createBucket } from './bucket.ts';
import { ownerKey, readOwner, readText, restoringKey } from './owner.ts';
import { picturesPlace, type S3Settings } from './settings.ts';

type BucketThere = {
  mark: string;
  owner: string | undefined;
  hasBlobs: boolean;
  restoring: string | undefined;
  /** The prefix of another installation that has a place in common with this one. */
  overlapping: string | undefined;
};

/**
 * Whose blobs lie in a bucket, by the mark beside them, whether there are any, and what a restore that has not ended yet
 * noted. Throws the errors of the server.
 */
export async function inspectBucket(settings: S3Settings): Promise<BucketThere> {
  const bucket = createBucket(settings);
  const { prefix } = settings;
  try {
    await bucket.check();
    const owner = await readOwner(bucket, prefix);
    const restoring = await readText(bucket, restoringKey(prefix));
    const first = await bucket.list(`${prefix}blobs/`).next();
    const overlapping = await findOverlapping(bucket, prefix);
    return { mark: ownerKey(prefix), owner, hasBlobs: first.done !== true, restoring, overlapping };
  } finally {
    bucket.close();
  }
}

/** Of two installations of which one has its files where the other has its thumbnails, each removes what it does not know. */
async function findOverlapping(bucket: Bucket, prefix: string): Promise<string | undefined> {
  const isPictures = `/${prefix}`.endsWith(`/${picturesPlace}`);
  const others = [prefix + picturesPlace, ...(isPictures ? [prefix.slice(0, -picturesPlace.length)] : [])];
  for (const other of others) {
    // Credentials may be for one prefix only.
    const owner = await readOwner(bucket, other).catch(() => undefined);
    if (owner !== undefined) return other;
  }
  return undefined;
}
