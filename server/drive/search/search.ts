import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { SearchKind } from '#contract/kinds.ts';
import { maxSearchedRows } from '#contract/limits.ts';
import type { Ancestor, Entry } from '#contract/records/entries.ts';
import type { Database } from '#server/database/open.ts';
import { rowsOfAccount } from '#server/database/search-index/account-rows.ts';
import { type Candidate, readCandidates } from '#server/database/search-index/candidates.ts';
import type { Tables } from '#server/database/tables.ts';
import type { Scope } from '../access/scope.ts';
import { termsOf } from '../name-index/fold.ts';
import { gramsOfTerm, termMatcher } from '../name-index/grams.ts';
import { ancestorsOfFolder, liveAncestors } from '../tree/ancestors.ts';
import { contentsOfFolder } from '../tree/contents.ts';
import { decodeCursor, encodeCursor } from '../tree/cursors.ts';
import { entryRecord, selectEntriesOf } from '../tree/records.ts';
import { correctTerms } from './correct-terms.ts';

export type SearchWanted = {
  q: string;
  kind?: SearchKind | undefined;
  /** Time of modification, in milliseconds, both inclusive. */
  from?: number | undefined;
  to?: number | undefined;
  /** Of files, in bytes, both inclusive. */
  minSize?: number | undefined;
  maxSize?: number | undefined;
  folderId?: string | undefined;
  starred?: boolean | undefined;
  cursor?: string | undefined;
  limit: number;
};

export type Hit = { entry: Entry; path: Ancestor[] };

type Found = { hits: Hit[]; nextCursor: string | null };

type Looking = { wanted: SearchWanted; terms: readonly string[]; from: number; before: number };

/** Candidates that are read at once: first about as many as are wanted, then more of them if too few are hits. */
const spareCandidates = 10;
const candidatesAtOnce = 200;
/** With more folders below it, nearly every entry is in a folder that is searched. */
const maxFoldersInside = 5000;
/** With fewer hits, words that are misspelled are looked for. */
const fewHits = 5;

export function createSearch({ db }: { db: Database }) {
  /**
   * Live entries whose names have every word of `q`, the last ones added first. When there are few, those follow whose names
   * have words like it. A page may have fewer hits than wanted, and another one after it. Throws folder-not-found,
   * invalid-input for a cursor of another search.
   */
  return async (scope: Scope, wanted: SearchWanted): Promise<Found> => {
    if (wanted.folderId !== undefined) await ancestorsOfFolder(db, scope, wanted.folderId);
    const numbered = await db
      .selectFrom('search_accounts')
      .select('number')
      .where('account', '=', scope.account)
      .executeTakeFirst();
    if (numbered === undefined) return { hits: [], nextCursor: null };
    const { number } = numbered;
    const { from, before } = rowsOfAccount(number);
    const terms = termsOf(wanted.q);
    const start = wanted.cursor === undefined ? before : Math.min(before, rowOf(wanted.cursor));
    const found = await look(scope, { wanted, terms, from, before: start });
    if (wanted.cursor !== undefined || found.nextCursor !== null || found.hits.length >= fewHits) return found;
    const hits = [...found.hits];
    for (const corrected of await correctTerms(db, number, { terms, firstToo: hits.length === 0 })) {
      const more = await look(scope, { wanted, terms: corrected, from, before });
      const known = new Set(hits.map(({ entry }) => idOf(entry)));
      hits.push(...more.hits.filter(({ entry }) => !known.has(idOf(entry))));
    }
    return { hits: hits.slice(0, wanted.limit), nextCursor: null };
  };

  async function look(scope: Scope, { wanted, terms, from, before }: Looking): Promise<Found> {
    const grams = [...new Set(terms.flatMap(gramsOfTerm))];
    const matchers = terms.map(termMatcher);
    const inside = wanted.folderId === undefined ? undefined : await insideOf(db, scope, wanted.folderId);
    const conditions = conditionsOf(wanted);
    if (inside?.isSmall === false) conditions.push(sql`entries.parent_id in (${inside.folders})`);
    const hits: Hit[] = [];
    let next = before;
    let atOnce = Math.min(wanted.limit + spareCandidates, candidatesAtOnce);
    for (let looked = 0; looked < maxSearchedRows; ) {
      const found = await readCandidates(db, {
        parts: terms,
        grams,
        conditions,
        folders: inside?.isSmall ? inside.folders : undefined,
        from,
        before: next,
        looked: conditions.length === 0 && !inside?.isSmall ? atOnce : maxSearchedRows,
        limit: atOnce,
      });
      const matching = found.candidates.filter(({ key }) => matchers.every((matches) => matches(key)));
      for (const { row, hit } of await live(db, scope, wanted.folderId, matching)) {
        if (hits.length === wanted.limit) return { hits, nextCursor: encodeCursor([next]) };
        hits.push(hit);
        next = row;
      }
      if (found.next === undefined) return { hits, nextCursor: null };
      next = found.next;
      looked += found.looked;
      atOnce = candidatesAtOnce;
    }
    return { hits, nextCursor: encodeCursor([next]) };
  }
}

function conditionsOf({ kind, from, to, minSize, maxSize, starred }: SearchWanted): RawBuilder<unknown>[] {
  const conditions: RawBuilder<unknown>[] = [];
  if (kind === 'folder') conditions.push(sql`entries.kind = 'folder'`);
  else if (kind !== undefined) conditions.push(sql`entries.kind = 'file'`, sql`entries.sort_kind = ${kind}`);
  if (from !== undefined) conditions.push(sql`entries.modified_at >= ${from}`);
  if (to !== undefined) conditions.push(sql`entries.modified_at <= ${to}`);
  if (minSize !== undefined) conditions.push(sql`entries.kind = 'file'`, sql`entries.sort_size >= ${minSize}`);
  if (maxSize !== undefined) conditions.push(sql`entries.kind = 'file'`, sql`entries.sort_size <= ${maxSize}`);
  if (starred !== undefined) conditions.push(starred ? sql`entries.starred_at > 0` : sql`entries.starred_at is null`);
  return conditions;
}

/** The ids of the folder and of those below it, and whether they hold few entries; undefined if they are too many. */
async function insideOf(db: Kysely<Tables>, scope: Scope, folderId: string) {
  const { folders: count, files } = await contentsOfFolder(db, scope, folderId);
  if (count > maxFoldersInside) return undefined;
  const folders = sql`
    with recursive below(id) as (
      select cast(${folderId} as text)
      union all
      select inside.id from below cross join entries as inside
      where inside.account = ${scope.account} and inside.parent_id = below.id and inside.kind = 'folder'
        and inside.trashed_at is null
    )
    select id from below
  `;
  return { folders, isSmall: count + files <= maxSearchedRows };
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

function rowOf(cursor: string): number {
  return decodeCursor(
    cursor,
    ([row, ...more]) => (Number.isSafeInteger(row) && more.length === 0 ? (row as number) : undefined),
    { path: 'cursor', message: 'Not a cursor of a search' },
  );
}

function idOf({ folder, file }: Entry): string | undefined {
  return (folder ?? file)?.id;
}
