import { PostgresDialect, PostgresDriver, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import pg from 'pg';
import { type Report, reportToStderr } from '#server/workers/restarts.ts';
import { nameOfStatement } from '../driver/prepared-names.ts';
import type { Engine } from '../driver/split-driver.ts';
import { WaitingAdapter } from './waiting-adapter.ts';

/** Connections of each of the two pools: for reads, and for everything else. */
const poolSize = 8;
/** Group commits that may run side by side; the other connections are left for everything else. */
const writersAtOnce = 4;
const connectTimeoutMs = 5000;
/** A connection that nobody uses for this time is closed. A new one costs PostgreSQL a process, and the one who asks its time. */
const idleConnectionMs = 60_000;
/** A statement that takes longer is ended with an error, unless told otherwise. */
const statementTimeoutMs = 30_000;
/** How long PostgreSQL may take for an answer unless told otherwise: its own error for a slow statement comes before. */
const defaultAnswerMs = statementTimeoutMs + 5000;
/** Of a connection that says nothing, until the system asks the other side whether it is still there. */
const keepAliveDelayMs = 10_000;
/**
 * A transaction whose node is frozen or lost is ended after this time, before those that wait for its accounts give up.
 * What the node writes when it wakes up is rejected.
 */
const abandonedMs = 2000;
const readOnly = '-c default_transaction_read_only=on';

type Options = {
  /** How long a write waits for a lock, in milliseconds. */
  lockWaitMs: number;
  /**
   * How long a statement waits for its answer before its connection is given up, in milliseconds: a host that is gone
   * says nothing. 0 where long transactions run.
   */
  answerMs?: number | undefined;
  /** How long a statement may run, in milliseconds; 0 for as long as it needs. */
  statementMs?: number;
  /** Told what a migration waits for; to stderr unless given. */
  report?: Report | undefined;
};

/** PostgreSQL, with a pool of its own for reads, so that they continue while all writes wait for a lock. */
export function postgresEngine(
  url: string,
  { lockWaitMs, answerMs = defaultAnswerMs, statementMs = statementTimeoutMs, report = reportToStderr }: Options,
): Engine {
  const times = { statementMs, answerMs };
  const reading = openPool(url, readOnly, times);
  const writing = openPool(
    url,
    `-c synchronous_commit=on -c lock_timeout=${lockWaitMs} -c idle_in_transaction_session_timeout=${abandonedMs}`,
    times,
  );
  const reader = new PostgresDriver({ pool: reading });
  return {
    dialect: {
      createAdapter: () => new WaitingAdapter(report),
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createIntrospector: (db) => new PostgresIntrospector(db),
    },
    reading: reader,
    searching: reader,
    writing: new PostgresDriver({ pool: writing }),
    writersAtOnce,
  };
}

/** For a program that only reads, and may take its time. */
export function readOnlyPostgres(url: string): PostgresDialect {
  return new PostgresDialect({ pool: openPool(url, readOnly, { statementMs: 0, answerMs: 0 }) });
}

/** `statementMs` is for PostgreSQL, `answerMs` for this side; 0 for no bound. */
function openPool(url: string, options: string, { statementMs, answerMs }: Record<'statementMs' | 'answerMs', number>) {
  // Sizes and times are below 2^53, so 64-bit integers are safe as numbers.
  pg.types.setTypeParser(pg.types.builtins.INT8, Number);
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: idleConnectionMs,
    statement_timeout: statementMs,
    query_timeout: answerMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveDelayMs,
    // Statements that wait for nothing but their turn are sent together.
    pipeline: true,
    // To compile a statement takes longer than any of them should.
    options: `${options} -c jit=off`,
  });
  // A connection may break while it is idle, or between two statements of a transaction. The next statement reports it;
  // without listeners the error would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  pool.on('connect', planOnce);
  return pool;
}

/**
 * Has prepared statements planned once on a connection: to plan one that finds an entry by its id takes PostgreSQL many times as
 * long as to run it. For any other statement it makes a plan for the parameters at hand.
 */
function planOnce(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...call: unknown[]) => unknown;
  client.query = ((text: unknown, values: unknown, ...more: unknown[]) => {
    const name = typeof text === 'string' ? nameOfStatement(text) : undefined;
    return name === undefined ? query(text, values, ...more) : query({ name, text, values }, ...more);
  }) as typeof client.query;
}
