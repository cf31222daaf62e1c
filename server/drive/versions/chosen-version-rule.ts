import type { VersionRule } from '#contract/version-rules.ts';
import type { Database } from '#server/database/open.ts';
import { requireWholeAccount, type Scope } from '../access/scope.ts';
import type { Transactions } from '../changes/transactions.ts';

type Deps = { db: Database; transactions: Transactions };

/** Which versions an account keeps. Both functions throw not-allowed below Root, and without the right to delete for good. */
export function createVersionRule({ db, transactions }: Deps) {
  return {
    async get(scope: Scope): Promise<VersionRule> {
      requireWholeAccount(scope, 'own');
      const row = await db
        .selectFrom('accounts')
        .select('version_rule')
        .where('user_id', '=', scope.account)
        .executeTakeFirst();
      return row?.version_rule ?? 'all';
    },

    /** What is beyond the rule is deleted when `createThinVersions` next runs. */
    async set(scope: Scope, rule: VersionRule): Promise<VersionRule> {
      requireWholeAccount(scope, 'own');
      await transactions.write(scope, ({ trx }) =>
        trx.updateTable('accounts').set({ version_rule: rule }).where('user_id', '=', scope.account).execute(),
      );
      return rule;
    },
  };
}
