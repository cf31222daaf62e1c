import { expect, test } from 'vitest';
import { createTransactions } from '#server/drive/changes/transactions.ts';
import { createThumbnailQueue } from '#server/jobs/thumbnail-queue.ts';
import { bothEngines } from './both-engines.ts';

test.each(bothEngines)('thumbnails are made for the accounts in turn, on $engine', async ({ open }) => {
  const { db } = await open();
  const queue = createThumbnailQueue({
    db,
    transactions: createTransactions({ db, now: Date.now, onCommit: () => {} }),
  });
  const wanted: [account: string, blobs: number][] = [
    ['many', 30],
    ['one', 1],
    ['two', 2],
  ];
  for (const [account, blobs] of wanted)
    for (let i = 0; i < blobs; i += 1) {
      const id = `${account}-${String(i).padStart(2, '0')}`;
      const blob = { id, account, size: 1, created_at: 0, verified_to: 0 };
      await db
        .insertInto('blobs')
        .values({ ...blob, sha256: null, md5: null, verified_at: null, damaged_at: null })
        .execute();
      const preview = { blob_id: id, state: 'waiting' as const, tries: 0, width: null, height: null, blur: null };
      await db.insertInto('previews').values(preview).execute();
    }

  const order = (await queue.next()).map(({ blobId }) => blobId);
  expect(order.slice(0, 6)).toEqual(['many-00', 'one-00', 'two-00', 'many-01', 'two-01', 'many-02']);
  expect(order).toHaveLength(20);
  // One that failed comes after those of its account that were not tried.
  await queue.countTries('many-00', 1);
  expect((await queue.next())[0]?.blobId).toBe('many-01');
});
