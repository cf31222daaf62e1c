import { sql } from 'kysely';
import { maxEntries } from '#contract/limits.ts';
import { noQuotaBytes } from '#contract/texts/sizes.ts';
import type { AccountEvents } from '#server/accounts/events/account-events.ts';
import type { Database } from '#server/database/open.ts';
import { earlierVersions } from '#server/database/stored-sums.ts';

/** Accounts that are told in one run; the others in the next one. */
const maxTold = 100;
/** From this part of a quota on a person is told, once; again after less than the second part was used, in tenths. */
const [nearlyFull, roomy] = [9, 8];

type Deps = {
  db: Database;
  /** In bytes, of accounts without one of their own; null for none. */
  defaultQuota: () => number | null;
  events: Pick<AccountEvents, 'record' | 'tell'>;
  now: () => number;
};

/** Tells people once that little of a quota is left. Another node may do the same: one of them does. */
export function createNearlyFull({ db, defaultQuota, events, now }: Deps) {
  return async (): Promise<void> => {
    for (const { kind, toldAt, used, quota } of quotasOf(defaultQuota())) {
      // Reads first: mostly there is nothing to write.
      const told = await accountsWhere(
        sql<boolean>`${sql.ref(toldAt)} is not null and ${used} * 10 < ${quota} * ${sql.lit(roomy)}`,
      );
      for (const account of told)
        await db
          .updateTable('accounts')
          .set({ [toldAt]: null })
          .where('user_id', '=', account)
          .execute();
      const nearlyOver = sql<boolean>`${sql.ref(toldAt)} is null and ${quota} > 0 and ${used} * 10 >= ${quota} * ${sql.lit(nearlyFull)}`;
      for (const account of await accountsWhere(nearlyOver)) {
        const event = { account, kind, client: { address: null, userAgent: null } };
        const isFirst = await db.transaction().execute(async (trx) => {
          const noted = await trx
            .updateTable('accounts')
            .set({ [toldAt]: now() })
            .where('user_id', '=', account)
            .where(toldAt, 'is', null)
            .executeTakeFirst();
          if (noted.numUpdatedRows === 0n) return false;
          await events.record(event, trx);
          return true;
        });
        if (isFirst) await events.tell(event);
      }
    }
  };

  async function accountsWhere(condition: ReturnType<typeof sql<boolean>>): Promise<string[]> {
    const rows = await db.selectFrom('accounts').select('user_id').where(condition).limit(maxTold).execute();
    return rows.map(({ user_id }) => user_id);
  }
}

/** What each account has, and may have, as the limits of a write count it (drive/changes/transactions.ts). */
function quotasOf(defaultQuota: number | null) {
  const bytes = sql.lit(defaultQuota ?? noQuotaBytes);
  return [
    {
      kind: 'space-nearly-full',
      toldAt: 'space_told_at',
      used: sql<number>`used_bytes`,
      quota: sql<number>`coalesce(quota_bytes, ${bytes})`,
    },
    {
      kind: 'entries-nearly-full',
      toldAt: 'entries_told_at',
      used: sql<number>`(used_entries + ${earlierVersions})`,
      quota: sql<number>`coalesce(quota_entries, ${sql.lit(maxEntries)})`,
    },
  ] as const;
}
