import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '#server/database/open.ts';
import { groupsOf, rowsAtOnce } from '#server/database/row-groups.ts';
import { rowsOfAccount } from '#server/database/search-index/account-rows.ts';
import { systemScope } from '../access/scope.ts';
import type { Transactions, Write } from '../changes/transactions.ts';
import { foldVersion } from '../name-index/fold.ts';
import { indexNames, indexTail, numberOf } from '../name-index/index-names.ts';

type Deps = { db: Database; transactions: Transactions };

type Missing = { id: string; account: string };

/** Indexes the names that were there before there was an index, or that are indexed by another fold. */
export function createFillIndex({ db, transactions }: Deps) {
  /**
   * Works in steps, between which others write, or empty the index, which gives accounts other numbers. The next call continues where
   * one was stopped, and finds what was emptied.
   */
  return async (isStopping: () => boolean): Promise<void> => {
    const accounts = await outdated();
    if (accounts.length === 0) return;
    for (const account of accounts) await begin(account, isStopping);
    const begun = await db.selectFrom('search_accounts').select('number').where('version', '=', 0).execute();
    for (let last = ''; ; ) {
      if (isStopping()) return;
      const missing = await missingAfter(last);
      const lastRow = missing.at(-1);
      if (lastRow === undefined) break;
      const began = performance.now();
      for (const [account, entries] of Map.groupBy(missing, (entry) => entry.account))
        await add(
          account,
          entries.map(({ id }) => id),
        );
      last = lastRow.id;
      // At most half of a writer's time.
      await pause(performance.now() - began);
    }
    for (const group of groupsOf(begun.map(({ number }) => number)))
      await db.updateTable('search_accounts').set({ version: foldVersion }).where('number', 'in', group).execute();
  };

  async function outdated(): Promise<string[]> {
    const rows = await db
      .selectFrom('accounts')
      .leftJoin('search_accounts', 'search_accounts.account', 'accounts.user_id')
      .select('accounts.user_id')
      .where('accounts.used_entries', '>', 0)
      .where((eb) =>
        eb.or([eb('search_accounts.version', 'is', null), eb('search_accounts.version', '!=', foldVersion)]),
      )
      .execute();
    return rows.map(({ user_id }) => user_id);
  }

  function missingAfter(last: string): Promise<Missing[]> {
    return db
      .selectFrom('entries')
      .leftJoin('search_names', 'search_names.entry_id', 'entries.id')
      .select(['entries.id', 'entries.account'])
      .where('entries.id', '>', last)
      .where('search_names.row', 'is', null)
      .orderBy('entries.id')
      .limit(rowsAtOnce)
      .execute();
  }

  /** Adds those that nobody added or deleted meanwhile, by the names that they have now. */
  async function add(account: string, ids: readonly string[]): Promise<void> {
    const scope = systemScope(account);
    await transactions.write(scope, async ({ trx }) => {
      await indexTail(trx, account);
      const entries = await trx
        .selectFrom('entries')
        .leftJoin('search_names', 'search_names.entry_id', 'entries.id')
        .select(['entries.id', 'entries.name'])
        .where('entries.id', 'in', ids)
        .where('search_names.row', 'is', null)
        .orderBy('entries.id')
        .execute();
      await indexNames(trx, scope, entries);
    });
  }

  /** Gives the account a number, and removes what another fold made. */
  async function begin(account: string, isStopping: () => boolean): Promise<void> {
    for (let isDone = false; !isDone && !isStopping(); ) {
      isDone = await transactions.write(systemScope(account), (write) => removeSome(write, account));
    }
  }
}

/** Returns whether nothing is left that another fold made. */
async function removeSome({ trx, held }: Write, account: string): Promise<boolean> {
  const indexed = await trx.selectFrom('search_accounts').selectAll().where('account', '=', account).executeTakeFirst();
  if (indexed === undefined) {
    // One that is gone has no entries.
    if ((await held()).used_entries > 0) await numberOf(trx, account);
    return true;
  }
  if (indexed.version === 0) return true;
  const { from, before } = rowsOfAccount(indexed.number);
  const old = trx.selectFrom('search_names').select('row').where('row', '>=', from).where('row', '<', before);
  const rows = (await old.limit(rowsAtOnce).execute()).map(({ row }) => row);
  if (rows.length > 0) await trx.deleteFrom('search_names').where('row', 'in', rows).execute();
  else {
    await trx.deleteFrom('search_words').where('number', '=', indexed.number).execute();
    await trx.updateTable('search_accounts').set({ version: 0 }).where('account', '=', account).execute();
  }
  return rows.length === 0;
}
