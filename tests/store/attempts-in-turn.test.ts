import { describe, expect, test } from 'vitest';
import { createAttempts } from '#server/accounts/guesses/attempts.ts';
import { createSharedTransactions } from '#server/database/works-in-one-transaction.ts';
import { bothEngines } from './both-engines.ts';

const many = 200;

describe.each(bothEngines)('on $engine', ({ engine, open }) => {
  test('many attempts at once share few of the turns of those who write, and each is counted', async () => {
    const { db } = await open();
    const attempts = createAttempts({ db, now: Date.now });
    const limits = [{ key: 'name', max: many, windowMs: 60_000 }];
    const all = Promise.all(Array.from({ length: many }, () => attempts.take(limits)));
    let isOver = false;
    const over = all.then(() => {
      isOver = true;
    });
    let written = 0;
    while (!isOver) {
      await db
        .updateTable('installation')
        .set((eb) => ({ id: eb.ref('id') }))
        .execute();
      written += 1;
    }
    await over;
    if (engine === 'SQLite') expect(written).toBeLessThan(many / 4);
    expect(await all).toEqual(Array(many).fill(undefined));
    expect(await attempts.take(limits)).toBeGreaterThan(0);
  });

  test('a work that fails is alone in that', async () => {
    const { db } = await open();
    const shared = createSharedTransactions(db);
    const count = (key: string) =>
      shared.run((trx) => trx.insertInto('attempts').values({ key, count: 1, ends_at: 1 }).execute());
    const outcomes = await Promise.allSettled([count('a'), count('b'), count('b'), count('c')]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
    const rows = await db.selectFrom('attempts').select('key').orderBy('key').execute();
    expect(rows.map(({ key }) => key)).toEqual(['a', 'b', 'c']);
  });
});
