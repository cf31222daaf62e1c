import { describe, expect, test } from 'vitest';
import { createClosedAccounts } from '#server/jobs/closed-accounts.ts';
import { bothEngines } from './both-engines.ts';

describe.each(bothEngines)('on $engine', ({ open }) => {
  test('accounts that cannot be deleted keep no others from it, and are tried again', async () => {
    const { db } = await open();
    const all = Array.from({ length: 25 }, (_, i) => `account ${String(i).padStart(2, '0')}`);
    for (const account of all)
      await db.insertInto('people').values({ account, role: 'member', state: 'closed', state_at: 1 }).execute();
    const tried: string[] = [];
    const unused = () => Promise.reject(new Error('No account is deleted'));
    const deleteClosed = createClosedAccounts({
      db,
      purge: { everything: unused },
      uploads: { discard: unused },
      async handOver(account) {
        tried.push(account);
        if (tried.length % 2 === 0) throw new Error('The disk is full');
        return false;
      },
      onAccessEnd: () => {},
      settled: Date.now,
      onDeleted: () => {},
      report: () => {},
    });
    for (let run = 0; run < 3; run += 1) await deleteClosed();
    expect(tried).toEqual(all);
    await deleteClosed();
    expect(tried.slice(25)).toEqual(all.slice(0, 10));
  });
});
