import { sql } from 'kysely';
import type { Database } from '#server/database/open.ts';

/** At most `max` attempts within `windowMs`. */
export type AttemptRule = { max: number; windowMs: number };

export type Attempts = ReturnType<typeof createAttempts>;

const longestWindowMs = 24 * 60 * 60 * 1000;

/** Counts attempts by key in the database, so that counts are shared by all nodes and survive restarts. */
export function createAttempts({ db, now }: { db: Database; now: () => number }) {
  return {
    /** Counts one attempt. Returns undefined if it is permitted, otherwise the milliseconds until the next one is. */
    async take(key: string, { max, windowMs }: AttemptRule): Promise<number | undefined> {
      const at = now();
      const isOver = sql<boolean>`attempts.since <= ${at - windowMs}`;
      const { count, since } = await db
        .insertInto('attempts')
        .values({ key, count: 1, since: at })
        .onConflict((oc) =>
          oc.column('key').doUpdateSet({
            count: sql<number>`case when ${isOver} then 1 else attempts.count + 1 end`,
            since: sql<number>`case when ${isOver} then ${at} else attempts.since end`,
          }),
        )
        .returning(['count', 'since'])
        .executeTakeFirstOrThrow();
      return count <= max ? undefined : since + windowMs - at;
    },

    /** Deletes the attempts of a key, after one that succeeded. */
    async forget(key: string): Promise<void> {
      await db.deleteFrom('attempts').where('key', '=', key).execute();
    },

    async prune(): Promise<void> {
      await db
        .deleteFrom('attempts')
        .where('since', '<', now() - longestWindowMs)
        .execute();
    },
  };
}
