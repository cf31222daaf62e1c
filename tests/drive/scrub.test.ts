import { expect, test } from 'vitest';
import { createLocalLeases } from '#server/cluster/leases.ts';
import { createTransactions } from '#server/drive/changes/transactions.ts';
import { createDamage } from '#server/integrity/damage-records.ts';
import { createScrub } from '#server/jobs/scrub.ts';
import { openDrive } from './open-drive.ts';

test('however many blobs are to be looked at again, it ends after the one that it reads', async () => {
  const { db, stored: blobs } = await openDrive();
  const transactions = createTransactions({ db, now: Date.now, onCommit: () => {} });
  const damage = createDamage({ db, blobs, mayRemoveBytes: async () => true, now: Date.now, report() {} });
  for (let i = 0; i < 100; i += 1) damage.suspect(`purged-${i}`);
  const begun = Promise.withResolvers<void>();
  const watched = {
    ...damage,
    nextSuspect() {
      begun.resolve();
      return damage.nextSuspect();
    },
  };
  const report = (problem: string, error: unknown) => expect([problem, error]).toBeUndefined();
  const scrub = createScrub({
    db,
    blobs,
    transactions,
    damage: watched,
    leases: createLocalLeases(),
    now: Date.now,
    report,
  });
  scrub.start();
  await begun.promise;
  await scrub.close();
  expect(damage.suspectCount()).toBe(99);
});
