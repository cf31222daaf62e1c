import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#server/database/open.ts';

/** A lease that is not renewed expires after this time, in milliseconds. */
const leaseMs = 30_000;

/** Work that is done once at a time, by one node for all nodes. */
export type Leases = {
  /**
   * Does the work when nobody does it, on this node or another one, and returns whether it was done. Should this node freeze
   * meanwhile, another one takes over: work has to be safe when it is done twice at once.
   */
  hold(name: string, work: () => Promise<void>): Promise<boolean>;
};

/** For a database that no other node uses. */
export function createLocalLeases(): Leases {
  return onceAtATime({
    async hold(_name, work) {
      await work();
      return true;
    },
  });
}

/**
 * Leases in rows of the nodes' database, by its clock, since those of the nodes may differ. A holder is a node across
 * restarts: what it held when it was killed it may take again at once.
 */
export function createLeases({ db, holder }: { db: Database; holder: string }): Leases {
  return onceAtATime({
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
  });

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

/** A node gets its own row again: within the process, names that are held are remembered. */
function onceAtATime({ hold }: Leases): Leases {
  const held = new Set<string>();
  return {
    async hold(name, work) {
      if (held.has(name)) return false;
      held.add(name);
      try {
        return await hold(name, work);
      } finally {
        held.delete(name);
      }
    },
  };
}

function fromNow(ms: number): RawBuilder<number> {
  return sql<number>`cast(extract(epoch from clock_timestamp()) * 1000 as bigint) + cast(${ms} as bigint)`;
}
