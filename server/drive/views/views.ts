import { type Kysely, sql } from 'kysely';
import { isId } from '#contract/ids.ts';
import { maxAnswerBytes, maxViewedRows } from '#contract/limits.ts';
import type { Ancestor, Entry } from '#contract/records/entries.ts';
import type { View } from '#contract/views.ts';
import type { Sealer } from '#server/accounts/sealer.ts';
import type { Database } from '#server/database/open.ts';
import { rowsAtOnce } from '#server/database/row-groups.ts';
import type { Tables } from '#server/database/tables.ts';
import type { Scope } from '../access/scope.ts';
import type { Feed } from '../changes/feed.ts';
import { ancestorsOfFolder, liveAncestors } from '../tree/ancestors.ts';
import { decodeCursor, encodeCursor } from '../tree/cursors.ts';
import { type EntryWithVersion, entryRecord, selectEntries } from '../tree/records.ts';

/** `at`: when it was starred, or its content stored. */
export type Hit = { entry: Entry; path: Ancestor[]; at: number | null };

export type ViewPage = { hits: Hit[]; nextCursor: string | null; revision: number };

type Position = { value: number; id: string };

/** The column that orders a view. Each has an index of the live entries in which it is greater than 0. */
const columns = { starred: 'starred_at', recent: 'content_at', largest: 'sort_size' } as const satisfies Record<
  View,
  keyof EntryWithVersion
>;

type Deps = { db: Database; feed: Feed; sealer: Sealer };

/** What is starred, recent or large, wherever it is. Cursors are sealed: the entry that one names may be outside of the scope. */
export function createViews({ db, feed, sealer }: Deps) {
  /**
   * One page of the live entries of the scope, those with the greatest values first. The revision is read first, as for a
   * listing. A page may have fewer hits than wanted, and another one after it. Throws invalid-input for a cursor of another
   * view.
   */
  return async (
    scope: Scope,
    { view, cursor, limit }: { view: View; cursor?: string | undefined; limit: number },
  ): Promise<ViewPage> => {
    await ancestorsOfFolder(db, scope, null);
    const revision = await feed.revision(scope);
    let last = cursor === undefined ? undefined : readCursor(view, sealer.open(cursor, scope.account) ?? '');
    const hits: Hit[] = [];
    let bytes = 0;
    for (let looked = 0; looked < maxViewedRows; looked += rowsAtOnce) {
      const rows = await rowsAfter(db, scope, view, { last, limit: Math.min(rowsAtOnce, limit + 1) });
      const lines = await liveAncestors(
        db,
        scope,
        rows.map(({ id }) => id),
      );
      for (const row of rows) {
        const line = lines.get(row.id);
        if (line !== undefined && row.id !== scope.root) {
          const path = line.slice(0, -1).map(({ id, name }) => ({ id, name }));
          const hit = { entry: entryRecord(row, path), path, at: view === 'largest' ? null : row[columns[view]] };
          bytes += JSON.stringify(hit).length;
          if (hits.length === limit || (hits.length > 0 && bytes > maxAnswerBytes)) return page(last);
          hits.push(hit);
        }
        last = { value: row[columns[view]] ?? 0, id: row.id };
      }
      if (rows.length < Math.min(rowsAtOnce, limit + 1)) return page(undefined);
    }
    return page(last);

    function page(next: Position | undefined): ViewPage {
      if (next === undefined) return { hits, nextCursor: null, revision };
      const named = encodeCursor([view, next.value, next.id]);
      return { hits, nextCursor: sealer.seal(named, scope.account), revision };
    }
  };
}

/** In the order of the index of the view: what is in a folder in Trash is among them. */
function rowsAfter(
  db: Kysely<Tables>,
  scope: Scope,
  view: View,
  { last, limit }: { last: Position | undefined; limit: number },
): Promise<EntryWithVersion[]> {
  const column = `entries.${columns[view]}` as const;
  const inOrder = selectEntries(db, scope)
    .where(column, '>', sql.lit(0))
    .orderBy(column, 'desc')
    .orderBy('entries.id', 'desc')
    .limit(limit);
  return last === undefined
    ? inOrder.execute()
    : inOrder.where((eb) => eb(eb.refTuple(column, 'entries.id'), '<', eb.tuple(last.value, last.id))).execute();
}

function readCursor(view: View, text: string): Position {
  return decodeCursor(
    text,
    ([of, value, id]) =>
      of === view && Number.isSafeInteger(value) && typeof id === 'string' && isId(id)
        ? { value: value as number, id }
        : undefined,
    { path: 'cursor', message: 'Not a cursor of this view' },
  );
}
