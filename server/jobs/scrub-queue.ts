import type { ExpressionBuilder } from 'kysely';
import { isOnServer } from '#server/database/long-transaction.ts';
import type { Database } from '#server/database/open.ts';
import type { BlobRow } from '#server/database/tables/blob-rows.ts';
import type { Tables } from '#server/database/tables.ts';

/** Blobs that are looked up together. */
const batchSize = 100;
/** Results of so many bytes are recorded together at most. */
const recordEveryBytes = 256 * 1024 ** 2;
/** The clocks of nodes may differ by this much. A later time is of a clock that was wrong, and says nothing. */
const clockDifferenceMs = 5 * 60 * 1000;

export type DueBlob = Pick<BlobRow, 'id' | 'size'> & { verified_to: number };

type Deps = {
  db: Database;
  /** A blob is due this long after it was uploaded or last verified, in milliseconds. */
  dueAfterMs: number;
  now: () => number;
};

/**
 * Which blobs are due, the longest unverified first, and before them those of which nobody knows when they were; and how far they
 * are verified.
 */
export function createScrubQueue({ db, dueAfterMs, now }: Deps) {
  /** Blobs that were found intact and are to be recorded together. */
  let intact: DueBlob[] = [];

  return {
    async due(): Promise<DueBlob[]> {
      const unknown = await byAge()
        .where(checkedAt, '>', now() + clockDifferenceMs)
        .limit(batchSize)
        .execute();
      if (unknown.length > 0) return unknown;
      return await byAge()
        .where(checkedAt, '<=', now() - dueAfterMs)
        .limit(batchSize)
        .execute();
    },

    /** Milliseconds until the next blob is due; undefined when there are none. */
    async untilNextIsDue(): Promise<number | undefined> {
      const next = await byAge().limit(1).executeTakeFirst();
      return next && next.checked_at + dueAfterMs - now();
    },

    /** Records how far a large blob is verified. */
    async recordProgress(id: string, verifiedTo: number): Promise<void> {
      await db.updateTable('blobs').set({ verified_to: verifiedTo }).where('id', '=', id).execute();
    },

    async recordVerified(id: string): Promise<void> {
      await db.updateTable('blobs').set(verified()).where('id', '=', id).execute();
    },

    /** Records an intact blob now or later; see `flush`. */
    async addIntact(blob: DueBlob): Promise<void> {
      intact.push(blob);
      if (intact.reduce((sum, { size }) => sum + size, 0) >= recordEveryBytes) await flush();
    },

    flush,
  };

  /** What others hold is verified again: whoever waits for one of many rows while they wait for another ends in a deadlock. */
  async function flush(): Promise<void> {
    const ids = intact.map(({ id }) => id);
    intact = [];
    if (ids.length === 0) return;
    const all = db.selectFrom('blobs').select('id').where('id', 'in', ids);
    const free = isOnServer(db) ? all.forNoKeyUpdate().skipLocked() : all;
    await db.updateTable('blobs').set(verified()).where('id', 'in', free).execute();
  }

  function verified() {
    return { verified_at: now(), verified_to: 0 };
  }

  function byAge() {
    return db
      .selectFrom('blobs')
      .select(['id', 'size', 'verified_to'])
      .select((eb) => checkedAt(eb).as('checked_at'))
      .orderBy(checkedAt)
      .orderBy('id');
  }
}

/** In milliseconds. There is an index of it. */
function checkedAt({ fn }: ExpressionBuilder<Tables, 'blobs'>) {
  return fn.coalesce('verified_at', 'created_at');
}
