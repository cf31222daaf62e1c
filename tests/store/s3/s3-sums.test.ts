import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { sumsPartBytes } from '#server/blobs/blob-store.ts';
import { createBucket } from '#server/blobs/s3/client/bucket.ts';
import { readSums } from '#server/blobs/s3/sums.ts';
import { freshBucket } from '#tests/support/engines/fresh-bucket.ts';
import { bytes } from '#tests/support/fixtures/bytes.ts';

test('sums that an earlier version stored begin with the SHA-256s of blocks, which are skipped', async () => {
  const { bucket: name, endpoint, region, credentials } = await freshBucket();
  const bucket = createBucket({ bucket: name, prefix: 'keepsake/', endpoint, region, pathStyle: true, credentials });
  const crc32s = Buffer.from(bytes((sumsPartBytes / 65_536) * 4, 'pieces'));
  const sha256s = Buffer.from(bytes((sumsPartBytes / 1024 ** 2 / 4) * 32, 'blocks'));
  try {
    for (const [key, body] of [
      ['before', Buffer.concat([sha256s, crc32s])],
      ['now', crc32s],
    ] as const)
      await bucket.put(key, body, createHash('md5').update(body).digest('base64'));
    expect(await readSums(bucket, 'before')).toEqual({ crc32s });
    expect(await readSums(bucket, 'now')).toEqual({ crc32s });
  } finally {
    bucket.close();
  }
});
