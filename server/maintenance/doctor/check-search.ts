import type { Kysely } from 'kysely';
import { groupsOf } from '#server/database/row-groups.ts';
import { readRows } from '#server/database/rows.ts';
import { rowsOfAccount } from '#server/database/search-index/account-rows.ts';
import { rowsWithGrams } from '#server/database/search-index/write-names.ts';
import type { EntryRow } from '#server/database/tables/drive-rows.ts';
import type { Tables } from '#server/database/tables.ts';
import { foldName, foldVersion } from '#server/drive/name-index/fold.ts';
import type { Finding } from './finding.ts';

const columns = ['id', 'account', 'name'] as const;
type Named = Pick<EntryRow, (typeof columns)[number]>;

const help = 'rebuild the index with `keepsake search-index rebuild`';

/**
 * What is found by its name: every entry of an account whose names are all indexed, by the name that it has now, unless it is
 * found by a change that is not indexed yet.
 */
export async function* checkSearch(db: Kysely<Tables>): AsyncIterable<Finding> {
  const indexed = await db.selectFrom('search_accounts').selectAll().where('version', '=', foldVersion).execute();
  const numbers = new Map(indexed.map(({ account, number }) => [account, number]));
  for await (const rows of readRows(db, { name: 'entries', key: ['id'], columns }))
    for (const entries of groupsOf(rows as Named[])) {
      const names = await indexedNames(
        db,
        entries.map(({ id }) => id),
      );
      const withGrams = await rowsWithGrams(
        db,
        [...names.values()].map(({ row }) => row),
      );
      const wrong = entries.flatMap((entry) => {
        const number = numbers.get(entry.account);
        if (number === undefined) return [];
        const found = names.get(entry.id);
        const { from, before } = rowsOfAccount(number);
        const isThere = found !== undefined && found.row >= from && found.row < before && withGrams.has(found.row);
        return isThere && found.key === foldName(entry.name) ? [] : [{ ...entry, isThere }];
      });
      const unindexed = await unindexedAmong(db, wrong);
      for (const { id, isThere } of wrong) {
        if (unindexed.has(id)) continue;
        const what = isThere ? 'the index of names has another name for it' : 'it is not in the index of names';
        yield { kind: 'search', subject: `entries ${id}`, what: `${what}, so it is not found: ${help}` };
      }
    }
}

/** The ids of those that are found by a change. */
async function unindexedAmong(db: Kysely<Tables>, entries: readonly Named[]): Promise<ReadonlySet<string>> {
  if (entries.length === 0) return new Set();
  const rows = await db
    .selectFrom('search_accounts')
    .innerJoin('changes', (join) =>
      join
        .onRef('changes.account', '=', 'search_accounts.account')
        .onRef('changes.revision', '>', 'search_accounts.revision'),
    )
    .select('changes.entry_id')
    .where('search_accounts.account', 'in', [...new Set(entries.map(({ account }) => account))])
    .where(
      'changes.entry_id',
      'in',
      entries.map(({ id }) => id),
    )
    .execute();
  return new Set(rows.map(({ entry_id }) => entry_id));
}

async function indexedNames(db: Kysely<Tables>, ids: readonly string[]) {
  const rows = await db
    .selectFrom('search_names')
    .select(['row', 'entry_id', 'key'])
    .where('entry_id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.entry_id, row]));
}
