import { basename } from 'node:path';
import { S3Client } from '@aws-sdk/client-s3';
import { inject } from 'vitest';
import type { S3Access } from './ceph.ts';

/** The bucket of all servers of a project; each has a prefix of its own. */
export const testBucket = 'keepsake-tests';

let client: S3Client | undefined;

/** Whether the servers of this project keep the bytes of files on an S3 server. */
export function isOnS3(): boolean {
  return inject('storage') === 's3';
}

/** Where a server with that data folder keeps the bytes of files. */
export function storageOf(dataFolder: string): { prefix: string; settings: Record<string, string> } {
  const prefix = basename(dataFolder);
  if (!isOnS3()) return { prefix, settings: {} };
  const { endpoint, region, accessKeyId, secretAccessKey } = s3Access();
  const place = new URLSearchParams({ endpoint, region, 'path-style': '1' });
  return {
    prefix,
    settings: {
      STORAGE_URL: `s3://${testBucket}/${prefix}?${place}`,
      AWS_ACCESS_KEY_ID: accessKeyId,
      AWS_SECRET_ACCESS_KEY: secretAccessKey,
    },
  };
}

/** A client of the project's S3 server. */
export function s3Client(): S3Client {
  return (client ??= clientOf(s3Access()));
}

export function clientOf({ endpoint, region, accessKeyId, secretAccessKey }: S3Access): S3Client {
  return new S3Client({ endpoint, region, credentials: { accessKeyId, secretAccessKey }, forcePathStyle: true });
}

export function s3Access(): S3Access {
  const access = inject('s3');
  if (access === undefined) throw new Error('This project has no S3 server');
  return access;
}
