import { sql } from 'kysely';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { maxEntries } from '#contract/limits.ts';
import { createAccountEvents } from '#server/accounts/events/account-events.ts';
import { createNearlyFull } from '#server/jobs/nearly-full.ts';
import { bothEngines } from './both-engines.ts';

describe.each(bothEngines)('on $engine', ({ open }) => {
  test('a person is told once that nine tenths are used, and again only after less than eight were', async () => {
    const { db } = await open();
    // As much of the library's table as is read.
    await sql`create table "user" (id text, email text)`.execute(db);
    await sql`insert into "user" values ('ada', 'ada@example.com'), ('bob', 'bob@example.com')`.execute(db);
    const counts = { revision: 0, reserved_bytes: 0, used_entries: 0, quota_entries: null };
    const quotas = { ada: 1000, bob: null };
    for (const [user_id, quota_bytes] of Object.entries(quotas))
      await db
        .insertInto('accounts')
        .values({ user_id, used_bytes: 899, quota_bytes, ...counts })
        .execute();
    const mails: string[] = [];
    const events = createAccountEvents({
      db,
      sendMail: async ({ to, subject }) => void mails.push(`${to}: ${subject}`),
      publicUrl: new URL('http://localhost'),
      ways: { password: true, provider: null },
      log: pino({ level: 'silent' }),
      now: Date.now,
    });
    let defaultQuota: number | null = null;
    const tellNearlyFull = createNearlyFull({ db, defaultQuota: () => defaultQuota, events, now: Date.now });
    const told = async (used: { used_bytes?: number; used_entries?: number }, account = 'ada') => {
      await db.updateTable('accounts').set(used).where('user_id', '=', account).execute();
      // Two nodes may be at it.
      await Promise.all([tellNearlyFull(), tellNearlyFull()]);
      return mails.splice(0);
    };
    const space = 'ada@example.com: Your Keepsake space is nearly full';
    expect(await told({ used_bytes: 899 })).toEqual([]);
    expect(await told({ used_bytes: 900 })).toEqual([space]);
    expect(await told({ used_bytes: 1000 })).toEqual([]);
    expect(await told({ used_bytes: 800 })).toEqual([]);
    expect(await told({ used_bytes: 950 })).toEqual([]);
    expect(await told({ used_bytes: 799 })).toEqual([]);
    expect(await told({ used_bytes: 900 })).toEqual([space]);
    expect(await told({ used_entries: (maxEntries * 9) / 10 }, 'bob')).toEqual([
      'bob@example.com: Your Keepsake account holds nearly as many files as it can',
    ]);
    // Bob has no quota of his own, and earlier versions count as the limit counts them.
    defaultQuota = 1000;
    expect(await told({ used_bytes: 950 }, 'bob')).toEqual(['bob@example.com: Your Keepsake space is nearly full']);
    await db.insertInto('stored_sums').values({ account: 'ada', what: 'version', count: 100_000, bytes: 0 }).execute();
    expect(await told({ used_entries: (maxEntries * 9) / 10 - 100_000 })).toEqual([
      'ada@example.com: Your Keepsake account holds nearly as many files as it can',
    ]);
    const kinds = await db.selectFrom('account_events').select('kind').orderBy('id').execute();
    expect(kinds.map(({ kind }) => kind)).toEqual([
      'space-nearly-full',
      'space-nearly-full',
      'entries-nearly-full',
      'space-nearly-full',
      'entries-nearly-full',
    ]);
  });
});
