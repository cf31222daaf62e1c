import type { Database } from '#server/database/open.ts';
import { removeOlder } from '#server/database/row-groups.ts';
import { systemScope } from '../access/scope.ts';
import { indexTail } from '../name-index/index-names.ts';
import type { Transactions } from './transactions.ts';

export type PruneChanges = ReturnType<typeof createPruneChanges>;

export function createPruneChanges({ db, transactions }: { db: Database; transactions: Transactions }) {
  /**
   * Deletes changes older than a moment; a client that was away for longer reads everything again. Names that are found by
   * such changes are indexed first.
   */
  return async (before: number): Promise<void> => {
    const unindexed = await db
      .selectFrom('search_accounts')
      .select('account')
      .where((eb) =>
        eb.exists(
          eb
            .selectFrom('changes')
            .select('changes.at')
            .whereRef('changes.account', '=', 'search_accounts.account')
            .whereRef('changes.revision', '>', 'search_accounts.revision')
            .where('changes.at', '<', before),
        ),
      )
      .execute();
    for (const { account } of unindexed)
      await transactions.write(systemScope(account), ({ trx }) => indexTail(trx, account));
    await removeOlder(before, {
      ageAt: async (count) =>
        (await db.selectFrom('changes').select('at').orderBy('at').offset(count).limit(1).executeTakeFirst())?.at,
      removeUpTo: (age) => db.deleteFrom('changes').where('at', '<=', age).execute(),
    });
  };
}
