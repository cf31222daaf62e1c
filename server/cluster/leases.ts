import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#server/database/open.ts';

/** A lease that is not renewed expires after this time, in milliseconds. */
const leaseMs = 30_000;

/** Work that one node at a time does for all nodes. */
export type Leases = {
  /**
   * Does the work when no other node does it, and returns whether it was done. Should this node freeze meanwhile, another
   * one takes over: work has to be safe when it is done twice at once.
   */
  hold(name: string, work: () => Promise<void>): Promise<boolean>;
};

/** For a database that no other node uses. */
export const noLeases: Leases = {
  async hold(_name, work) {
    await work();
    return true;
  },
};

/**
 * Leases in rows of the nodes' database, by its clock, since those of the nodes may differ. A holder is a node across
 * restarts: what it held when it was killed it may take again at once.
 */
export function createLeases({ db, holder }: { db: Database; holder: string }): Leases {
  return {
    async hold(name, work) {
      if (!(await take(name))) return false;
      let renewal: Promise<unknown> = Promise.resolve();
      const renewing = setInterval(() => {
        renewal = take(name).catch(() => {});
      }, leaseMs / 3);
      try {
        await work();
        return true;
      } finally {
        clearInterval(renewing);
        // One that came after the release would take it again.
        await renewal;
        await release(name);
      }
    },
  };

  async function take(name: string): Promise<boolean> {
    const taken = await db
      .insertInto('leases')
      .values({ name, holder, until: fromNow(leaseMs) })
      .onConflict((oc) =>
        oc
          .column('name')
          .doUpdateSet({ holder, until: fromNow(leaseMs) })
          .where((eb) => eb.or([eb('leases.holder', '=', holder), eb('leases.until', '<', fromNow(0))])),
      )
      .returning('name')
      .executeTakeFirst();
    return taken !== undefined;
  }

  async function release(name: string): Promise<void> {
    await db.deleteFrom('leases').where('name', '=', name).where('holder', '=', holder).execute();
  }
}

function fromNow(ms: number): RawBuilder<number> {
  return sql<number>`cast(extract(epoch from clock_timestamp()) * 1000 as bigint) + cast(${ms} as bigint)`;
}
