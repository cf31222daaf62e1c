import { PostgresAdapter, PostgresDialect, PostgresDriver, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import pg from 'pg';
import type { Engine } from '../driver/split-driver.ts';

/** Connections to the server, so many for reads and so many for everything else. */
const poolSize = 8;
/** Connections are left for everything else. */
const serverWriters = 4;
const connectTimeoutMs = 5000;
/** A statement that takes longer is ended with an error. */
const statementTimeoutMs = 30_000;
/**
 * A transaction whose node does not go on, since it is frozen or its machine is gone, is ended after this time, before
 * those that wait for its accounts give up. What the node wakes up to write is refused.
 */
const abandonedMs = 2000;
const readOnly = '-c default_transaction_read_only=on';

/** PostgreSQL, with a pool for what only reads, so that it goes on when all writes wait for a lock. */
export function onServer(url: string, lockWaitMs: number): Engine {
  const reading = openPool(url, readOnly, statementTimeoutMs);
  const writing = openPool(
    url,
    `-c synchronous_commit=on -c lock_timeout=${lockWaitMs} -c idle_in_transaction_session_timeout=${abandonedMs}`,
    statementTimeoutMs,
  );
  return {
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createIntrospector: (db) => new PostgresIntrospector(db),
    },
    reading: new PostgresDriver({ pool: reading }),
    writing: new PostgresDriver({ pool: writing }),
    writersAtOnce: serverWriters,
  };
}

/** For a program that only reads, and may take its time. */
export function onServerForReading(url: string): PostgresDialect {
  return new PostgresDialect({ pool: openPool(url, readOnly, 0) });
}

/** `timeoutMs` of a statement; 0 for none. */
function openPool(url: string, options: string, timeoutMs: number): pg.Pool {
  // Sizes and times are below 2^53, so 64-bit integers are safe as numbers.
  pg.types.setTypeParser(pg.types.builtins.INT8, Number);
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: connectTimeoutMs,
    statement_timeout: timeoutMs,
    options,
  });
  // A connection may break while it is idle, or inside a transaction between two statements. The next statement tells
  // it; without listeners it would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}
