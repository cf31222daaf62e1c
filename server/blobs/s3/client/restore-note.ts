import { createHash } from 'node:crypto';
import { createBucket } from './bucket.ts';
import { restoringKey } from './owner.ts';
import type { S3Settings } from './settings.ts';

/** Notes in the bucket, for every node, that a restore into it has begun. Throws the errors of the server. */
export async function writeRestoreNote(settings: S3Settings, text: string): Promise<void> {
  const bytes = Buffer.from(text);
  const md5 = createHash('md5').update(bytes).digest('base64');
  await withBucket(settings, (bucket) => bucket.put(restoringKey(settings.prefix), bytes, md5));
}

/** Removes the note: the restore has ended. */
export async function removeRestoreNote(settings: S3Settings): Promise<void> {
  await withBucket(settings, (bucket) => bucket.remove(restoringKey(settings.prefix)));
}

async function withBucket(settings: S3Settings, work: (bucket: ReturnType<typeof createBucket>) => Promise<void>) {
  const bucket = createBucket(settings);
  await work(bucket).finally(() => bucket.close());
}
