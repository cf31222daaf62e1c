import { describe, expect, test } from 'vitest';
import { ownScope } from '#server/drive/access/scope.ts';
import { createTransactions } from '#server/drive/changes/transactions.ts';
import { bothEngines } from './both-engines.ts';

describe.each(bothEngines)('on $engine', ({ open }) => {
  // Rows of the index are numbered by them: there are two million.
  test('an account that is empty again and again uses up one number of the index', async () => {
    const { db } = await open();
    const { write } = createTransactions({ db, now: Date.now, onCommit: () => {} });
    const change = (account: string) =>
      write(ownScope({ kind: 'person', account }), async ({ changed }) => changed('one that is gone'));
    for (const account of ['ada', 'ada', 'ada', 'eve']) await change(account);
    const rows = await db.selectFrom('search_accounts').select(['account', 'number']).orderBy('number').execute();
    expect(rows).toEqual([
      { account: 'ada', number: 1 },
      { account: 'eve', number: 2 },
    ]);
  });
});
