import type { Kysely } from 'kysely';
import { maxSearchedRows } from '#contract/limits.ts';
import type { Ancestor, Entry } from '#contract/records/entries.ts';
import type { Sealer } from '#server/accounts/sealer.ts';
import type { Database } from '#server/database/open.ts';
import { rowsOfAccount } from '#server/database/search-index/account-rows.ts';
import { type Candidate, readCandidates } from '#server/database/search-index/candidates.ts';
import type { Tables } from '#server/database/tables.ts';
import type { Scope } from '../access/scope.ts';
import { termsOf } from '../name-index/fold.ts';
import { gramsOfTerm, termMatcher } from '../name-index/grams.ts';
import { ancestorsOfFolder, liveAncestors } from '../tree/ancestors.ts';
import { decodeCursor, encodeCursor } from '../tree/cursors.ts';
import { entryRecord, selectEntriesOf } from '../tree/records.ts';
import { type Conditions, conditionsOf, type Filters } from './conditions.ts';
import { correctTerms } from './correct-terms.ts';
import { readUnindexed, type Unindexed } from './unindexed.ts';

export type SearchWanted = Filters & { q: string; cursor?: string | undefined; limit: number };

export type Hit = { entry: Entry; path: Ancestor[] };

type Found = { hits: Hit[]; nextCursor: string | null };

type Looking = {
  wanted: SearchWanted;
  terms: readonly string[];
  conditions: Conditions;
  unindexed: Unindexed;
  from: number;
  before: number;
};

/** Candidates that are read at once: first about as many as are wanted, then more of them if too few are hits. */
const spareCandidates = 10;
const candidatesAtOnce = 200;
/** With fewer hits, words that are misspelled are looked for. */
const fewHits = 5;

/** Cursors are sealed: the row that one names may be that of something outside of the scope. */
export function createSearch({ db, sealer }: { db: Database; sealer: Sealer }) {
  /**
   * Live entries whose names have every word of `q`, the last ones added first. When there are few, those follow whose names
   * have words like it; not below Root, where they would tell which words there are elsewhere. A page may have fewer hits than
   * wanted, and another one after it. Throws folder-not-found, invalid-input for a cursor of another search.
   */
  return async (scope: Scope, wanted: SearchWanted): Promise<Found> => {
    const { account } = scope;
    await ancestorsOfFolder(db, scope, wanted.folderId ?? null);
    const indexed = await db
      .selectFrom('search_accounts')
      .select(['number', 'revision'])
      .where('account', '=', account)
      .executeTakeFirst();
    if (indexed === undefined) return { hits: [], nextCursor: null };
    const { number } = indexed;
    const { from, before } = rowsOfAccount(number);
    const terms = termsOf(wanted.q);
    const conditions = await conditionsOf(db, scope, wanted);
    // Before the index is read: what is indexed meanwhile is in both.
    const unindexed = await readUnindexed(db, { account, ...indexed }, conditions);
    const start =
      wanted.cursor === undefined
        ? before
        : Math.min(before, rowOf(sealer.open(wanted.cursor, ownerOf(scope, wanted)) ?? ''));
    const found = await look(scope, { wanted, terms, conditions, unindexed, from, before: start });
    const isEnough = wanted.cursor !== undefined || found.nextCursor !== null || found.hits.length >= fewHits;
    if (isEnough || scope.root !== null) return found;
    const hits = [...found.hits];
    const words = { number, names: [...unindexed.values()].map(({ key }) => key) };
    for (const corrected of await correctTerms(db, words, { terms, firstToo: hits.length === 0 })) {
      const more = await look(scope, { wanted, terms: corrected, conditions, unindexed, from, before });
      const known = new Set(hits.map(({ entry }) => idOf(entry)));
      hits.push(...more.hits.filter(({ entry }) => !known.has(idOf(entry))));
    }
    return { hits: hits.slice(0, wanted.limit), nextCursor: null };
  };

  async function look(scope: Scope, { wanted, terms, conditions, unindexed, from, before }: Looking): Promise<Found> {
    const grams = [...new Set(terms.flatMap(gramsOfTerm))];
    const matchers = terms.map(termMatcher);
    const matches = ({ key }: { key: string }) => matchers.every((one) => one(key));
    const others = [...unindexed.values()].filter((name) => name.fits && matches(name));
    const isNarrow = conditions.entries.length > 0 || conditions.folders !== undefined;
    const hits: Hit[] = [];
    let next = before;
    let atOnce = Math.min(wanted.limit + spareCandidates, candidatesAtOnce);
    for (let looked = 0; looked < maxSearchedRows; ) {
      const found = await readCandidates(db, {
        parts: terms,
        grams,
        conditions: conditions.entries,
        folders: conditions.folders,
        from,
        before: next,
        looked: isNarrow ? maxSearchedRows : atOnce,
        limit: atOnce,
      });
      const indexed = found.candidates.filter((name) => !unindexed.has(name.entry_id) && matches(name));
      const among = others.filter(({ row }) => row >= (found.next ?? from) && row < next);
      const matching = [...indexed, ...among].toSorted((one, other) => other.row - one.row);
      for (let at = 0; at < matching.length; at += atOnce)
        for (const { row, hit } of await live(db, scope, wanted.folderId, matching.slice(at, at + atOnce))) {
          if (hits.length === wanted.limit)
            return { hits, nextCursor: sealer.seal(encodeCursor([next]), ownerOf(scope, wanted)) };
          hits.push(hit);
          next = row;
        }
      if (found.next === undefined) return { hits, nextCursor: null };
      next = found.next;
      looked += found.looked;
      atOnce = candidatesAtOnce;
    }
    return { hits, nextCursor: sealer.seal(encodeCursor([next]), ownerOf(scope, wanted)) };
  }
}

/** The candidates that are live and in the scope, below the folder if one is wanted, in their order. */
async function live(
  db: Kysely<Tables>,
  scope: Scope,
  folderId: string | undefined,
  candidates: readonly Candidate[],
): Promise<{ row: number; hit: Hit }[]> {
  if (candidates.length === 0) return [];
  const ids = candidates.map(({ entry_id }) => entry_id);
  const rows = new Map((await selectEntriesOf(db, scope, ids).execute()).map((row) => [row.id, row]));
  const lines = await liveAncestors(db, scope, [...rows.keys()]);
  return candidates.flatMap(({ row: number, entry_id: id }) => {
    const row = rows.get(id);
    const line = lines.get(id);
    if (row === undefined || line === undefined || id === scope.root) return [];
    const above = line.slice(0, -1);
    if (folderId !== undefined && above.every((folder) => folder.id !== folderId)) return [];
    const path = above.map((folder) => ({ id: folder.id, name: folder.name }));
    return [{ row: number, hit: { entry: entryRecord(row, above), path } }];
  });
}

/** A cursor is of one account and one search: with another one it would leave out hits without a word. */
function ownerOf({ account }: Scope, { cursor: _cursor, limit: _limit, ...search }: SearchWanted): string {
  return JSON.stringify([account, search]);
}

function rowOf(cursor: string): number {
  return decodeCursor(
    cursor,
    ([row, ...more]) => (Number.isSafeInteger(row) && more.length === 0 ? (row as number) : undefined),
    { path: 'cursor', message: 'Not a cursor of this search' },
  );
}

function idOf({ folder, file }: Entry): string | undefined {
  return (folder ?? file)?.id;
}
