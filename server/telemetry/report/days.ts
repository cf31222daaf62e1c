import type { Database } from '#server/database/open.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** Over so many days growth is measured, and so many are kept. */
const growthDays = 30;
const keptDays = 400;

/** What is stored at the end of each day. */
export function createDays({
  db,
  usedBytes,
  now,
}: {
  db: Database;
  usedBytes: () => Promise<number>;
  now: () => number;
}) {
  const today = () => Math.floor(now() / dayMs);
  return {
    /** Notes what is stored now. To be called every day, or more often: the last call of a day counts. */
    async note(): Promise<void> {
      const row = { used_bytes: await usedBytes() };
      await db
        .insertInto('server_days')
        .values({ day: today(), ...row })
        .onConflict((oc) => oc.column('day').doUpdateSet(row))
        .execute();
      await db
        .deleteFrom('server_days')
        .where('day', '<', today() - keptDays)
        .execute();
    },

    /** In bytes for each day, over the last 30; null when there is nothing to compare with. */
    async growth(): Promise<number | null> {
      const rows = await db
        .selectFrom('server_days')
        .select(['day', 'used_bytes'])
        .where('day', '>=', today() - growthDays)
        // A later one was noted by a clock that was wrong.
        .where('day', '<=', today())
        .orderBy('day')
        .execute();
      const [first, last] = [rows[0], rows.at(-1)];
      if (first === undefined || last === undefined || first.day === last.day) return null;
      return Math.round((last.used_bytes - first.used_bytes) / (last.day - first.day));
    },
  };
}
