import { scanDisk } from '#server/blobs/disk/disk-layout.ts';
import { diskStore } from '#server/blobs/disk/disk-store.ts';
import type { S3Settings } from '#server/blobs/s3/client/settings.ts';
import { ConfigError } from '#server/errors/config-error.ts';
import { bucketProblem } from './bucket-problem.ts';

/** Where blobs lie, as an operator knows it, whose they are by their mark, and whether there are any. */
export type BlobsThere = {
  where: string;
  /** The setting that names the place. */
  setting: 'KEEPSAKE_DATA' | 'STORAGE_URL';
  mark: string;
  owner: string | undefined;
  hasBlobs: boolean;
  /** What a restore noted in the bucket that has not ended yet; one into a folder notes it in the data folder. */
  restoring: string | undefined;
  /** Another installation with a place in common, as an operator knows it. */
  overlapping: string | undefined;
};

/** Looks into the bucket, or into the folder when there is none. Reads only. Throws ConfigError. */
export async function inspectBlobs(storage: S3Settings | undefined, folder: string): Promise<BlobsThere> {
  if (storage === undefined) {
    const owner = await diskStore(folder).owner();
    const place = { where: folder, setting: 'KEEPSAKE_DATA', mark: '.installation' } as const;
    return { ...place, owner, hasBlobs: await holdsBlobs(folder), restoring: undefined, overlapping: undefined };
  }
  const { inspectBucket } = await import('#server/blobs/s3/client/inspect-bucket.ts');
  const found = await inspectBucket(storage).catch((error: unknown) => {
    throw bucketProblem(storage, error);
  });
  const at = (prefix: string) => `s3://${storage.bucket}/${prefix}`;
  const overlapping = found.overlapping === undefined ? undefined : at(found.overlapping);
  return { where: at(storage.prefix), setting: 'STORAGE_URL', ...found, overlapping };
}

/** Throws ConfigError where another installation would remove files of this one, or this one of it. */
export function refuseOverlapping({ where, overlapping }: Pick<BlobsThere, 'where' | 'overlapping'>): void {
  if (overlapping === undefined) return;
  throw new ConfigError(
    `The installation in ${overlapping} and one in ${where} would remove files of each other: set STORAGE_URL to another prefix.`,
  );
}

async function holdsBlobs(root: string): Promise<boolean> {
  for await (const { kind } of scanDisk(root)) if (kind === 'blob') return true;
  return false;
}
