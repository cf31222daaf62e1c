import { type QueryExecutorProvider, sql } from 'kysely';
import type pg from 'pg';

/** A lock of a connection of its own, which ends with the process or the connection, however that ends. */
export type SessionLock = {
  /** Throws when the connection broke since the lock was taken: somebody else may have had the lock meanwhile. */
  confirm(): Promise<void>;
  release(): Promise<void>;
};

/** The first key of all our advisory locks; the second one says which it is. */
const ourLocks = 0x6b656570;
const keys = { bytes: 1, restore: 2, 'auth-tables': 3 } as const;
type Name = keyof typeof keys;

const connectTimeoutMs = 5000;
/** A connection that nobody uses is ended by some networks, and by PostgreSQL where `idle_session_timeout` is set. */
const heartbeatMs = 10_000;

/** Takes a lock that any number of processes may have at once. */
export async function holdOnServer(url: string, name: Name): Promise<SessionLock> {
  const client = await connect(url);
  await client.query('select pg_advisory_lock_shared($1, $2)', [ourLocks, keys[name]]);
  return lockOf(client);
}

/** Takes a lock that one process has at a time; undefined when another one has it. */
export async function lockOnServer(url: string, name: Name): Promise<SessionLock | undefined> {
  const client = await connect(url);
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1, $2) as taken', [
    ourLocks,
    keys[name],
  ]);
  if (rows[0]?.taken === true) return lockOf(client);
  await client.end();
  return undefined;
}

/** Waits for a lock that one transaction has at a time, until it ends. */
export async function lockTransaction(trx: QueryExecutorProvider, name: Name): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(ourLocks)}, ${sql.lit(keys[name])})`.execute(trx);
}

/** Whether any process has the lock now. */
export async function isHeldOnServer(db: QueryExecutorProvider, name: Name): Promise<boolean> {
  // The second number is 2 for a lock with two keys (documentation of pg_locks).
  const { rows } = await sql`
    select 1 from pg_locks where locktype = 'advisory' and granted
      and database = (select oid from pg_database where datname = current_database())
      and classid = ${sql.lit(ourLocks)} and objid = ${sql.lit(keys[name])} and objsubid = 2 limit 1
  `.execute(db);
  return rows.length > 0;
}

async function connect(url: string): Promise<pg.Client> {
  const { Client } = await import('pg');
  const client = new Client({
    connectionString: url,
    keepAlive: true,
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: heartbeatMs,
  });
  // The next statement reports it.
  client.on('error', () => {});
  await client.connect();
  return client;
}

function lockOf(client: pg.Client): SessionLock {
  const heartbeat = setInterval(() => void client.query('select 1').catch(() => {}), heartbeatMs);
  return {
    async confirm() {
      await client.query('select 1');
    },
    async release() {
      clearInterval(heartbeat);
      await client.end().catch(() => {});
    },
  };
}
