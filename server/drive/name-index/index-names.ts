import type { Transaction } from 'kysely';
import { groupsOf } from '#server/database/row-groups.ts';
import { deleteGrams, insertGrams, rowsOfAccount, rowsPerAccount } from '#server/database/search-index.ts';
import type { Tables } from '#server/database/tables.ts';
import type { Scope } from '../access/scope.ts';
import { foldName, foldVersion } from './fold.ts';
import { gramsOfName } from './grams.ts';
import { wordsOf } from './words.ts';

type Named = { id: string; name: string };

/** Makes new entries findable, inside the transaction that inserts them and holds their account. */
export async function indexNames(trx: Transaction<Tables>, scope: Scope, entries: readonly Named[]): Promise<void> {
  if (entries.length === 0) return;
  const { number, first } = await freeRows(trx, scope);
  const names = entries.map(({ id, name }, at) => ({ row: first + at, entry_id: id, key: foldName(name) }));
  for (const group of groupsOf(names)) {
    await trx.insertInto('search_names').values(group).execute();
    await insertGrams(trx, group.map(gramsOf));
  }
  await insertWords(
    trx,
    number,
    names.map(({ key }) => key),
  );
}

/** Makes an entry findable by its new name, inside the transaction that gives it. */
export async function indexNewName(trx: Transaction<Tables>, scope: Scope, entry: Named): Promise<void> {
  const key = foldName(entry.name);
  const indexed = await trx
    .selectFrom('search_names')
    .select(['row', 'key'])
    .where('entry_id', '=', entry.id)
    .executeTakeFirst();
  if (indexed === undefined) return await indexNames(trx, scope, [entry]);
  if (indexed.key === key) return;
  await trx.updateTable('search_names').set({ key }).where('row', '=', indexed.row).execute();
  await deleteGrams(trx, indexed.row);
  await insertGrams(trx, [gramsOf({ row: indexed.row, key })]);
  await insertWords(trx, Math.floor(indexed.row / rowsPerAccount), [key]);
}

async function insertWords(trx: Transaction<Tables>, number: number, keys: readonly string[]): Promise<void> {
  const words = [...new Set(keys.flatMap(wordsOf))].map((word) => ({ number, length: word.length, word }));
  for (const group of groupsOf(words))
    await trx
      .insertInto('search_words')
      .values(group)
      .onConflict((oc) => oc.doNothing())
      .execute();
}

/**
 * The number of the account, and the first of the rows that it has not used. It gets a number when its first name is
 * indexed; one that has had no entries has nothing else to be indexed.
 */
async function freeRows(trx: Transaction<Tables>, { account }: Scope): Promise<{ number: number; first: number }> {
  const { number, used_entries, last } = await trx
    .selectFrom('accounts')
    .leftJoin('search_accounts', 'search_accounts.account', 'accounts.user_id')
    .select(['search_accounts.number', 'accounts.used_entries'])
    .select((eb) =>
      eb
        .selectFrom('search_names')
        .select('row')
        .where('row', '>=', eb('search_accounts.number', '*', rowsPerAccount))
        .where('row', '<', eb(eb.parens('search_accounts.number', '+', 1), '*', rowsPerAccount))
        .orderBy('row', 'desc')
        .limit(1)
        .as('last'),
    )
    .where('accounts.user_id', '=', account)
    .executeTakeFirstOrThrow();
  if (number !== null) return { number, first: last === null ? rowsOfAccount(number).from : last + 1 };
  const version = used_entries === 0 ? foldVersion : 0;
  const added = await trx
    .insertInto('search_accounts')
    .values({ account, version })
    .returning('number')
    .executeTakeFirstOrThrow();
  return { number: added.number, first: rowsOfAccount(added.number).from };
}

function gramsOf({ row, key }: { row: number; key: string }) {
  return { row, grams: gramsOfName(key).join(' ') };
}
