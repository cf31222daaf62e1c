import { sql, type Transaction } from 'kysely';
import { rowsAtOnce } from '#server/database/row-groups.ts';
import { bigint } from '#server/database/search-index/account-rows.ts';
import { nextRow, readTail } from '#server/database/search-index/tail.ts';
import { writeNames } from '#server/database/search-index/write-names.ts';
import type { AccountRow } from '#server/database/tables/drive-rows.ts';
import type { Tables } from '#server/database/tables.ts';
import type { Scope } from '../access/scope.ts';
import { foldName, foldVersion } from './fold.ts';
import { gramsOfName } from './grams.ts';
import { wordsOf } from './words.ts';

type Named = { id: string; name: string };

/** The row of an account before the changes that a transaction makes. */
type Held = Pick<AccountRow, 'user_id' | 'revision'>;

/**
 * Makes entries findable that are not in the index and of which no change tells, inside a transaction that holds their
 * account: copies inside of a copied folder, and entries that were there before the index. All others are found by their
 * change (`readTail`).
 */
export async function indexNames(
  trx: Transaction<Tables>,
  { account }: Pick<Scope, 'account'>,
  entries: readonly Named[],
): Promise<void> {
  if (entries.length === 0) return;
  // Those of earlier changes come before them.
  const number = (await indexTail(trx, account)) ?? (await numberOf(trx, account));
  const next = await nextRow(trx, number);
  await write(
    trx,
    number,
    entries.map((entry, i) => ({ ...entry, row: next + i })),
  );
}

/** Gives an account with entries a number, as of its last change; not all of its names are indexed. */
export async function numberOf(trx: Transaction<Tables>, account: string): Promise<number> {
  const revision = trx.selectFrom('accounts').select('revision').where('user_id', '=', account);
  const begun = trx.insertInto('search_accounts').values({ account, version: 0, revision: sql`${revision}` });
  return (await begun.returning('number').executeTakeFirstOrThrow()).number;
}

/**
 * An account that is held and has no entry: what it gets is found by its changes, from the next one on. One that had entries before has a
 * number already, and uses up no other.
 */
export async function beginIndex(trx: Transaction<Tables>, { user_id, revision }: Held): Promise<void> {
  const known = trx.selectFrom('search_accounts').select('number').where('account', '=', user_id);
  const begun = trx
    .selectFrom('accounts')
    .select(['user_id', sql.lit(foldVersion).as('version'), bigint(revision).as('revision')])
    .where('user_id', '=', user_id)
    .where((eb) => eb.not(eb.exists(known)));
  await trx.insertInto('search_accounts').columns(['account', 'version', 'revision']).expression(begun).execute();
}

/**
 * Indexes the names of all changes that are recorded and are not indexed yet, inside a transaction that holds their account.
 * Returns the number of the account; undefined if it has none.
 */
export async function indexTail(trx: Transaction<Tables>, account: string): Promise<number | undefined> {
  const indexed = await trx
    .selectFrom('search_accounts')
    .innerJoin('accounts', 'accounts.user_id', 'search_accounts.account')
    .select(['number', 'search_accounts.revision', 'accounts.revision as last'])
    .where('account', '=', account)
    .executeTakeFirst();
  if (indexed === undefined || indexed.revision === indexed.last) return indexed?.number;
  const { number, last } = indexed;
  for (let { revision } = indexed; revision < last; revision += rowsAtOnce) {
    const changed = await readTail(trx, { account, number, revision }, { to: revision + rowsAtOnce });
    await write(
      trx,
      number,
      changed.filter(({ name, key }) => key !== foldName(name)),
    );
  }
  await trx.updateTable('search_accounts').set({ revision: last }).where('account', '=', account).execute();
  return number;
}

async function write(trx: Transaction<Tables>, number: number, entries: readonly (Named & { row: number })[]) {
  const names = entries.map(({ id, name, row }) => {
    const key = foldName(name);
    return { row, id, key, grams: gramsOfName(key), words: wordsOf(key) };
  });
  if (names.length > 0) await writeNames(trx, number, names);
}
