import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { expect, test } from 'vitest';
import { openInstallation } from '#server/installation/installation.ts';
import { freshBucket } from '#tests/support/engines/fresh-bucket.ts';
import { freshDatabase } from '#tests/support/engines/fresh-database.ts';
import { atEndOfFile } from '#tests/support/fixtures/file-end.ts';

test.each([
  ['', 'pictures/'],
  ['pictures/', ''],
  ['home/', 'home/pictures/'],
  ['home/pictures/', 'home/'],
])(
  'beside an installation at "%s" of a bucket none begins at "%s", where it would remove files',
  async (there, prefix) => {
    const { client, bucket, endpoint, region, credentials } = await freshBucket();
    await client.send(new PutObjectCommand({ Bucket: bucket, Key: `${there}installation`, Body: 'another one' }));
    const place = await emptyPlace();
    const open = (at: string) =>
      openInstallation({ ...place, storage: { bucket, prefix: at, endpoint, region, pathStyle: true, credentials } });
    await expect(open(prefix)).rejects.toThrow(
      `The installation in s3://${bucket}/${there} and one in s3://${bucket}/${prefix} would remove files of each other`,
    );
    for (const other of ['my-pictures/', 'pictures/photos/', 'home/photos/']) (await open(other)).unlock();
  },
);

/** An empty database, and a data folder that is still to be made. */
async function emptyPlace() {
  const folder = await mkdtemp(join(tmpdir(), 'keepsake-places-'));
  atEndOfFile(() => rm(folder, { recursive: true }));
  return { dataFolder: join(folder, 'data'), databaseUrl: await freshDatabase() };
}
