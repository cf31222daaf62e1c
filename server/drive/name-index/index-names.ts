import type { Transaction } from 'kysely';
import { writeNames } from '#server/database/search-index/write-names.ts';
import type { Tables } from '#server/database/tables.ts';
import type { Scope } from '../access/scope.ts';
import { foldName, foldVersion } from './fold.ts';
import { gramsOfName } from './grams.ts';
import { wordsOf } from './words.ts';

/** Makes entries findable by their names, inside the transaction that gives those and holds their account. */
export async function indexNames(
  trx: Transaction<Tables>,
  { account }: Scope,
  entries: readonly { id: string; name: string }[],
): Promise<void> {
  if (entries.length === 0) return;
  const names = entries.map(({ id, name }) => {
    const key = foldName(name);
    return { id, key, grams: gramsOfName(key), words: wordsOf(key) };
  });
  await writeNames(trx, { account, version: foldVersion }, names);
}
