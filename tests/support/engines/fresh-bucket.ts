import { randomUUID } from 'node:crypto';
import { CreateBucketCommand } from '@aws-sdk/client-s3';
import { clientOf, s3Access } from './storage.ts';

/** Makes an empty bucket on the project's S3 server, and a client to look into it. */
export async function freshBucket() {
  const access = s3Access();
  const { endpoint, region, accessKeyId, secretAccessKey } = access;
  const client = clientOf(access);
  const bucket = `keepsake-${randomUUID()}`;
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  return { bucket, endpoint, region, credentials: { accessKeyId, secretAccessKey }, client };
}

export type FreshBucket = Awaited<ReturnType<typeof freshBucket>>;
