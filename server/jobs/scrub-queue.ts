import type { ExpressionBuilder } from 'kysely';
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
    recordProgress: (id: string, verifiedTo: number): Promise<void> => update([id], { verified_to: verifiedTo }),

    recordVerified: (id: string): Promise<void> => update([id], { verified_at: now(), verified_to: 0 }),

    /** Records an intact blob now or later; see `flush`. */
    async addIntact(blob: DueBlob): Promise<void> {
      intact.push(blob);
      if (intact.reduce((sum, { size }) => sum + size, 0) >= recordEveryBytes) await flush();
    },

    flush,
  };

  async function flush(): Promise<void> {
    const ids = intact.map(({ id }) => id);
    intact = [];
    await update(ids, { verified_at: now(), verified_to: 0 });
  }

  async function update(ids: string[], values: { verified_at?: number; verified_to: number }): Promise<void> {
    if (ids.length > 0) await db.updateTable('blobs').set(values).where('id', 'in', ids).execute();
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
