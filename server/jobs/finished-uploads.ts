import { maxFinishedUploads } from '#contract/limits.ts';
import type { Database } from '#server/database/open.ts';
import { groupsOf, removeOlder, rowsAtOnce } from '#server/database/row-groups.ts';

/** How long a client that lost the response to its last bytes may be away and still learn the outcome. */
const maxAgeMs = 30 * 24 * 60 * 60 * 1000;
/** Accounts that finished uploads for this long are looked at: longer than from one run to the next. */
const recentMs = 10 * 60 * 1000;
/** So many are found at once, since finding the oldest ones sorts those of the account. */
const foundAtOnce = 20 * rowsAtOnce;

/** Forgets what uploads became, which is kept for clients that lost the answer. */
export function createFinishedUploads({ db, now }: { db: Database; now: () => number }) {
  return {
    /** Forgets those that ended long before a moment, in milliseconds. */
    async forgetOld(at: number): Promise<void> {
      const ages = db.selectFrom('finished_uploads').select('finished_at').orderBy('finished_at');
      await removeOlder(at - maxAgeMs, {
        ageAt: async (count) => (await ages.offset(count).limit(1).executeTakeFirst())?.finished_at,
        removeUpTo: (age) => db.deleteFrom('finished_uploads').where('finished_at', '<=', age).execute(),
      });
    },

    /** Forgets the oldest ones of accounts that have too many. Looks only at accounts that finished some just now. */
    async forgetMany(): Promise<void> {
      const recent = db
        .selectFrom('finished_uploads')
        .select('account')
        .where('finished_at', '>', now() - recentMs)
        // So that they are read by their time, and not all others by their account.
        .orderBy('finished_at', 'desc')
        .limit(maxFinishedUploads);
      const accounts = await db.selectFrom(recent.as('recent')).select('account').distinct().execute();
      for (const { account } of accounts) await forgetBeyond(account);
    },
  };

  async function forgetBeyond(account: string): Promise<void> {
    const ofAccount = db.selectFrom('finished_uploads').where('account', '=', account);
    const { all } = await ofAccount.select((eb) => eb.fn.countAll<number>().as('all')).executeTakeFirstOrThrow();
    for (let beyond = all - maxFinishedUploads; beyond > 0; beyond -= foundAtOnce) {
      const oldest = ofAccount.select('id').orderBy('finished_at').limit(Math.min(beyond, foundAtOnce));
      const ids = (await oldest.execute()).map(({ id }) => id);
      for (const some of groupsOf(ids)) await db.deleteFrom('finished_uploads').where('id', 'in', some).execute();
    }
  }
}
