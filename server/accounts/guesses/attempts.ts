import { sql } from 'kysely';
import { isOnServer } from '#server/database/long-transaction.ts';
import type { Database } from '#server/database/open.ts';
import { createSharedTransactions } from '#server/database/works-in-one-transaction.ts';

/** At most `max` attempts within `windowMs`. */
export type AttemptRule = { max: number; windowMs: number };

/** What is counted, and how often it may happen. */
export type AttemptLimit = AttemptRule & { key: string };

/** The longest window of any limit. */
const longestWindowMs = 24 * 60 * 60 * 1000;
/** Requests overlap, and clocks of nodes differ: only a window that began later than this from now is one of a wrong clock. */
const maxSkewMs = 60 * 1000;
/** While attempts are made, what is over is deleted this often. */
const pruneMs = 60 * 1000;

export type Attempts = ReturnType<typeof createAttempts>;

/**
 * Counts attempts by key in the database, so that counts are shared by all nodes and survive restarts. A window that ends
 * later than one that begins now was begun by a clock that was ahead: it counts as over.
 */
export function createAttempts({ db, now }: { db: Database; now: () => number }) {
  let prunedAt = performance.now();
  /** Many attempts at once hold up no other writes. */
  const shared = createSharedTransactions(db);

  return {
    /**
     * Counts one attempt under several keys, which differ, or under none of them if a limit is reached. Returns undefined
     * if it is permitted, otherwise the milliseconds until the next one is.
     */
    async take(limits: readonly AttemptLimit[]): Promise<number | undefined> {
      const at = now();
      // A refusal writes nothing, so that those who do not stop cost little.
      const known = await db.selectFrom('attempts').selectAll().where('key', 'in', keysOf(limits)).execute();
      const waitMs = longestWait(known.map(({ count, ...row }) => ({ ...row, count: count + 1 })));
      if (waitMs !== undefined) return waitMs;
      const isOver = sql<boolean>`attempts.ends_at <= ${at} or attempts.ends_at > excluded.ends_at + ${maxSkewMs}`;
      const counting = db
        .insertInto('attempts')
        // In one order everywhere, so that no two of them wait for each other.
        .values(
          limits
            .map(({ key, windowMs }) => ({ key, count: 1, ends_at: at + windowMs }))
            .toSorted((a, b) => (a.key < b.key ? -1 : 1)),
        )
        .onConflict((oc) =>
          oc.column('key').doUpdateSet({
            count: sql<number>`case when ${isOver} then 1 else attempts.count + 1 end`,
            ends_at: sql<number>`case when ${isOver} then excluded.ends_at else attempts.ends_at end`,
          }),
        )
        .returningAll();
      const counted = await shared.run((trx) => trx.executeQuery(counting));
      const lateWaitMs = longestWait(counted.rows);
      if (lateWaitMs !== undefined) await giveBack(keysOf(limits));
      if (performance.now() - prunedAt >= pruneMs) await prune();
      return lateWaitMs;

      function longestWait(rows: { key: string; count: number; ends_at: number }[]): number | undefined {
        const waits = limits.flatMap(({ key, max, windowMs }) => {
          const row = rows.find((candidate) => candidate.key === key);
          if (row === undefined || row.count <= max) return [];
          return row.ends_at <= at || row.ends_at > at + windowMs + maxSkewMs ? [] : [row.ends_at - at];
        });
        return waits.length === 0 ? undefined : Math.max(...waits);
      }
    },

    /** Takes one attempt back under each key: it turned out to be none. */
    giveBack,

    /** Deletes the attempts under each key, after one that succeeded. */
    async forget(keys: readonly string[]): Promise<void> {
      await db.deleteFrom('attempts').where(inOrder(keys)).execute();
    },

    /** Deletes what no longer counts. */
    prune,
  };

  async function prune(): Promise<void> {
    prunedAt = performance.now();
    const at = now();
    await db
      .deleteFrom('attempts')
      .where((eb) => eb.or([eb('ends_at', '<=', at), eb('ends_at', '>', at + longestWindowMs + maxSkewMs)]))
      .execute();
  }

  async function giveBack(keys: readonly string[]): Promise<void> {
    const change = db.updateTable('attempts').set({ count: sql<number>`count - 1` });
    await shared.run((trx) => trx.executeQuery(change.where('count', '>', 0).where(inOrder(keys))));
  }

  /** The rows with these keys, locked in the order of `take`, so that no two of them wait for each other. */
  function inOrder(keys: readonly string[]) {
    const lock = isOnServer(db) ? sql`for update` : sql``;
    return sql<boolean>`key in (select key from attempts where key in (${sql.join(keys)}) order by key ${lock})`;
  }
}

function keysOf(limits: readonly AttemptLimit[]): string[] {
  return limits.map(({ key }) => key);
}
