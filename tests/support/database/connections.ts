import pg from 'pg';

/** A connection costs more than most statements; one that is not used ends by itself. In milliseconds. */
const idleMs = 60_000;

const pools = new Map<string, pg.Pool>();

/** The connections of this worker to a PostgreSQL database; numbers come as numbers. */
export function connectionsTo(url: string): pg.Pool {
  const known = pools.get(url);
  if (known !== undefined) return known;
  pg.types.setTypeParser(pg.types.builtins.INT8, Number);
  const pool = new pg.Pool({ connectionString: url, idleTimeoutMillis: idleMs, allowExitOnIdle: true });
  // An idle connection may end with its database or its server.
  pool.on('error', () => {});
  pools.set(url, pool);
  return pool;
}

/** Ends them, since a database that is copied must have none. */
export async function disconnect(url: string): Promise<void> {
  await pools.get(url)?.end();
  pools.delete(url);
}
