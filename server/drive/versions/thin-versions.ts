import { type Kysely, sql } from 'kysely';
import type { VersionRule } from '#contract/version-rules.ts';
import type { Database } from '#server/database/open.ts';
import { rowsAtOnce } from '#server/database/row-groups.ts';
import type { Tables } from '#server/database/tables.ts';
import { systemScope } from '../access/scope.ts';
import type { Transactions } from '../changes/transactions.ts';
import type { RemoveBytes } from '../trash/remove-bytes.ts';
import { removeVersions } from './remove-versions.ts';
import { surplusVersions } from './surplus-versions.ts';

type Deps = { db: Database; transactions: Transactions; removeBytes: RemoveBytes };

type Thinned = { id: string; account: string; rule: Exclude<VersionRule, 'all'> };

export type ThinVersions = ReturnType<typeof createThinVersions>;

/** Deletes the versions that the rules of the accounts do not keep. */
export function createThinVersions({ db, transactions, removeBytes }: Deps) {
  /** Works in steps, each one transaction of a bounded number of versions of one file. `at` is the time, in milliseconds. */
  return async (at: number): Promise<void> => {
    const ruled = db.selectFrom('accounts').select('user_id').where('version_rule', '!=', 'all').limit(1);
    if ((await ruled.executeTakeFirst()) === undefined) return;
    for (let last = ''; ; ) {
      const ids = await filesAfter(last);
      for (const file of await underRules(ids)) await thin(file, at);
      last = ids.at(-1) ?? last;
      if (ids.length < rowsAtOnce) return;
    }
  };

  /** Files that have, or had, more than one version. */
  async function filesAfter(last: string): Promise<string[]> {
    const rows = await db
      .selectFrom('versions')
      .select('entry_id')
      .distinct()
      // The condition of the index.
      .where('generation', '>', sql.lit(1))
      .where('entry_id', '>', last)
      .orderBy('entry_id')
      .limit(rowsAtOnce)
      .execute();
    return rows.map(({ entry_id }) => entry_id);
  }

  async function underRules(ids: readonly string[]): Promise<Thinned[]> {
    if (ids.length === 0) return [];
    const rows = await db
      .selectFrom('entries')
      .innerJoin('accounts', 'accounts.user_id', 'entries.account')
      .select(['entries.id', 'entries.account', 'accounts.version_rule'])
      .where('entries.id', 'in', ids)
      .execute();
    return rows.flatMap(({ version_rule: rule, ...file }) => (rule === 'all' ? [] : [{ ...file, rule }]));
  }

  async function thin({ id: fileId, account, rule }: Thinned, at: number): Promise<void> {
    const scope = systemScope(account);
    for (let after: number | undefined = 0; after !== undefined; ) {
      const part = { fileId, rule, at, after };
      const seen = await surplusVersions(db, part);
      if (seen.ids.length > 0) {
        const blobIds = await transactions.write(scope, async (write) => {
          if (!(await hasRule(write.trx, account, rule))) return undefined;
          // In the meantime the file may have become another one.
          const { ids } = await surplusVersions(write.trx, part);
          return ids.length === 0 ? [] : (await removeVersions(write, scope, fileId, ids)).blobIds;
        });
        // By another rule the next run goes on.
        if (blobIds === undefined) return;
        await removeBytes(blobIds);
      }
      after = seen.next;
    }
  }
}

async function hasRule(db: Kysely<Tables>, account: string, rule: VersionRule): Promise<boolean> {
  const ofAccount = db.selectFrom('accounts').select('user_id').where('user_id', '=', account);
  return (await ofAccount.where('version_rule', '=', rule).executeTakeFirst()) !== undefined;
}
