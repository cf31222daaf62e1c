import { isId } from '#contract/ids.ts';
import { rootName } from '#contract/records/entries.ts';
import type { TrashItem } from '#contract/records/trash-records.ts';
import type { Database } from '#server/database/open.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import { required } from '#server/errors/required.ts';
import { requireWholeAccount, type Scope } from '../access/scope.ts';
import type { Feed } from '../changes/feed.ts';
import { withinAnswer } from '../changes/within-answer.ts';
import { allAncestors } from '../tree/ancestors.ts';
import { sizeOfTrash } from '../tree/contents.ts';
import { decodeCursor, encodeCursor } from '../tree/cursors.ts';
import { type EntryWithVersion, entryRecord, selectAllEntries } from '../tree/records.ts';
import { purging } from '../tree/trashed-at.ts';
import type { Purge } from './purge.ts';

export type TrashPage = { items: TrashItem[]; count: number; nextCursor: string | null; revision: number };

type Cursor = { trashedAt: number; id: string };

type Deps = { db: Database; feed: Feed; purge: Purge; now: () => number };

/** The entries in Trash and their permanent deletion. */
export function createTrash({ db, feed, purge, now }: Deps) {
  return {
    /**
     * One page of the entries in Trash, the most recent first. The revision is read first, as for a listing. Throws
     * not-allowed below Root.
     */
    async list(scope: Scope, { cursor, limit }: { cursor?: string; limit: number }): Promise<TrashPage> {
      requireWholeAccount(scope, 'share');
      const revision = await feed.revision(scope);
      const after = cursor === undefined ? undefined : readCursor(cursor);
      const { count } = await sizeOfTrash(db, scope);
      const rows = await selectTrash(scope, after)
        .limit(limit + 1)
        .execute();
      const wanted = rows.slice(0, limit);
      const lines = await allAncestors(
        db,
        scope,
        wanted.map(({ id }) => id),
      );
      const items = withinAnswer(wanted, (row) => {
        // An entry that was purged meanwhile has no path any more.
        const above = lines.get(row.id)?.slice(0, -1) ?? [];
        const folderName = above.at(-1)?.name ?? rootName;
        return { entry: entryRecord(row, above), trashedAt: trashedAtOf(row), folderName };
      });
      const last = wanted[items.length - 1];
      return {
        items,
        count,
        nextCursor: rows.length > items.length && last ? encodeCursor([trashedAtOf(last), last.id]) : null,
        revision,
      };
    },

    /** Deletes an entry in Trash permanently, with everything in it. Throws not-in-trash. */
    async remove(scope: Scope, id: string): Promise<void> {
      if (!(await purge.one(scope, id))) throw new KeepsakeError('not-in-trash');
    },

    /** Deletes permanently what is in Trash now. If it is interrupted, the rest stays in Trash. */
    async empty(scope: Scope): Promise<void> {
      await purge.all(scope, now());
    },
  };

  /** The entries in Trash after a position, the most recent first. */
  function selectTrash(scope: Scope, after: Cursor | undefined) {
    const all = selectAllEntries(db, scope)
      .where('entries.trashed_at', '>', purging)
      .orderBy('entries.trashed_at', 'desc')
      .orderBy('entries.id', 'desc');
    return after === undefined
      ? all
      : all.where((eb) =>
          eb(eb.refTuple('entries.trashed_at', 'entries.id'), '<', eb.tuple(after.trashedAt, after.id)),
        );
  }
}

function trashedAtOf({ trashed_at }: EntryWithVersion): number {
  return required(trashed_at, 'time at which an entry was moved to Trash');
}

function readCursor(text: string): Cursor {
  return decodeCursor(
    text,
    ([trashedAt, id]) =>
      typeof trashedAt === 'number' && Number.isSafeInteger(trashedAt) && typeof id === 'string' && isId(id)
        ? { trashedAt, id }
        : undefined,
    { path: 'cursor', message: 'Not a cursor of this server' },
  );
}
