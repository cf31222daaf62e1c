import { join } from 'node:path';
import { BucketAlreadyOwnedByYou, CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { type S3Access, startCeph } from './ceph.ts';
import { startPostgres } from './postgres-server.ts';

/** The bucket of the nodes. */
const Bucket = 'keepsake';

/**
 * Starts what nodes share, PostgreSQL and Ceph with an S3 gateway, in a folder with a short name that other users may
 * pass through. `isKept`: what they keep is there the next time. `settings` are those of a node.
 */
export async function startEngines({ folder, isKept = false }: { folder: string; isKept?: boolean }) {
  const [postgres, ceph] = await Promise.all([
    startPostgres({ keptIn: join(folder, 'postgres') }),
    startCeph({ folder: join(folder, 'ceph'), store: isKept ? 'bluestore' : 'memstore' }),
  ]);
  const { endpoint, region, accessKeyId, secretAccessKey } = ceph.access;
  await makeBucket(ceph.access);
  const place = new URLSearchParams({ endpoint, region, 'path-style': '1' });
  return {
    postgres,
    ceph,
    settings: {
      DATABASE_URL: postgres.url,
      STORAGE_URL: `s3://${Bucket}/files?${place}`,
      AWS_ACCESS_KEY_ID: accessKeyId,
      AWS_SECRET_ACCESS_KEY: secretAccessKey,
    },
    async stop(): Promise<void> {
      await Promise.all([postgres.close(), ceph.stop()]);
    },
  };
}

export type Engines = Awaited<ReturnType<typeof startEngines>>;

async function makeBucket({ endpoint, region, accessKeyId, secretAccessKey }: S3Access): Promise<void> {
  const credentials = { accessKeyId, secretAccessKey };
  const client = new S3Client({ endpoint, region, credentials, forcePathStyle: true });
  try {
    await client.send(new CreateBucketCommand({ Bucket }));
  } catch (error) {
    if (!(error instanceof BucketAlreadyOwnedByYou)) throw error;
  } finally {
    client.destroy();
  }
}
