import { isId } from '#contract/ids.ts';
import type { TrashItem } from '#contract/trash/records.ts';
import type { Database } from '#server/database/open.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import { requireWholeAccount, type Scope } from '../access/scope.ts';
import type { Feed } from '../changes/feed.ts';
import { allAncestors } from '../tree/ancestors.ts';
import { purging } from '../tree/purging.ts';
import { entryRecord, rootRecord, selectAllEntries } from '../tree/records.ts';
import type { Purge } from './purge.ts';

export type TrashPage = { items: TrashItem[]; count: number; nextCursor: string | null; revision: number };

type Cursor = { trashedAt: number; id: string };

type Deps = { db: Database; feed: Feed; purge: Purge; now: () => number };

/** What lies in Trash, and its end. */
export function createTrash({ db, feed, purge, now }: Deps) {
  return {
    /** One page of what was moved to Trash, the last first. Throws not-allowed below Root. The revision is read first, as for a listing. */
    async list(scope: Scope, { cursor, limit }: { cursor?: string; limit: number }): Promise<TrashPage> {
      requireWholeAccount(scope);
      const revision = await feed.revision(scope);
      const after = cursor === undefined ? undefined : readCursor(cursor);
      const { count } = await db
        .selectFrom('entries')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('account', '=', scope.account)
        .where('trashed_at', '>', purging)
        .executeTakeFirstOrThrow();
      const rows = await selectAllEntries(db, scope)
        .where('entries.trashed_at', '>', purging)
        .$if(after !== undefined, (query) =>
          query.where((eb) =>
            eb(eb.refTuple('entries.trashed_at', 'entries.id'), '<', eb.tuple(after?.trashedAt ?? 0, after?.id ?? '')),
          ),
        )
        .orderBy('entries.trashed_at', 'desc')
        .orderBy('entries.id', 'desc')
        .limit(limit + 1)
        .execute();
      const shown = rows.slice(0, limit);
      const last = shown.at(-1);
      const lines = await allAncestors(
        db,
        scope,
        shown.map(({ id }) => id),
      );
      return {
        items: shown.map((row) => {
          const above = lines.get(row.id)?.slice(0, -1) ?? [];
          const folderName = above.at(-1)?.name ?? rootRecord(scope).name;
          return { entry: entryRecord(row, above), trashedAt: row.trashed_at ?? 0, folderName };
        }),
        count,
        nextCursor: rows.length > limit && last ? writeCursor({ trashedAt: last.trashed_at ?? 0, id: last.id }) : null,
        revision,
      };
    },

    /** Deletes an entry in Trash for good, with everything in it. Throws not-in-trash. */
    async remove(scope: Scope, id: string): Promise<void> {
      if (!(await purge.one(scope, id))) throw new KeepsakeError('not-in-trash');
    },

    /** Deletes what is in Trash now for good. Ended in the middle, the rest is still in Trash. */
    async empty(scope: Scope): Promise<void> {
      await purge.until(scope, now());
    },
  };
}

function writeCursor({ trashedAt, id }: Cursor): string {
  return Buffer.from(JSON.stringify([trashedAt, id])).toString('base64url');
}

function readCursor(text: string): Cursor {
  try {
    const [trashedAt, id] = JSON.parse(Buffer.from(text, 'base64url').toString()) as [number, string];
    if (Number.isSafeInteger(trashedAt) && isId(id)) return { trashedAt, id };
  } catch {
    // Whatever it was, it is not one of our cursors.
  }
  throw new KeepsakeError('invalid-input', {
    data: { issues: [{ path: 'cursor', message: 'Not a cursor of this server' }] },
  });
}
