import { createHash } from 'node:crypto';
import type { Database } from '#server/database/open.ts';

/** A node that was not seen for this long does not run any more, in milliseconds. */
const goneMs = 3 * 60 * 1000;
const maxNodes = 1000;

type Deps = {
  db: Database;
  /** Of the data folder: a node keeps it across restarts. */
  secret: string;
  name: string;
  version: string;
  now: () => number;
};

/** Which servers run on this database. */
export function createNodes({ db, secret, name, version, now }: Deps) {
  const id = createHash('sha256').update(`node ${secret}`).digest('base64url');
  const startedAt = now();
  return {
    /** Notes that this one runs, and forgets those that do not. To be called every minute. */
    async note(): Promise<void> {
      const row = { name, version, started_at: startedAt, seen_at: now() };
      await db
        .insertInto('nodes')
        .values({ id, ...row })
        .onConflict((oc) => oc.column('id').doUpdateSet(row))
        .execute();
      await db
        .deleteFrom('nodes')
        .where('seen_at', '<', now() - goneMs)
        .execute();
    },

    async list() {
      const rows = await db.selectFrom('nodes').selectAll().orderBy('name').limit(maxNodes).execute();
      return rows.map((row) => ({
        name: row.name,
        version: row.version,
        startedAt: row.started_at,
        seenAt: row.seen_at,
      }));
    },
  };
}
