import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { CompiledQuery, type DatabaseConnection, type Driver } from 'kysely';
import { createQueue } from '../driver/queue.ts';
import type { Outcome } from './sqlite-file.ts';
import type { Order, Report } from './sqlite-thread.ts';

/** Another process, or other transactions of this one, held the database all the time that was given. */
class DatabaseLocked extends Error {
  readonly code = 'SQLITE_BUSY';
}

/**
 * One connection for everything that writes, taken by one user after the other. Neither the disk nor another process that
 * holds the database ever keeps this process waiting. A wait ends with an error when nothing was done for `waitMs`.
 */
export function sqliteWriter(file: string, waitMs: number): Driver {
  const thread = createThread(file);
  // Inside a transaction nothing is waited for but the disk, which is slow when much is written.
  const queue = createQueue({ isMoving: () => isBegun });
  /** When the wait of the present user ends. */
  let until = 0;
  let isBegun = false;

  const connection: DatabaseConnection = {
    executeQuery: async ({ sql, parameters }: CompiledQuery) => {
      // What follows in a transaction that the engine rolled back by itself, as it does when the disk is full, must not
      // run outside of it.
      if (isBegun && !thread.inTransaction()) throw thread.lastFailure();
      const leftMs = Math.max(1, Math.round(until - performance.now()));
      const { rows, changes, lastInsertRowid } = await thread.run({ sql, parameters, waitMs: leftMs });
      queue.moved();
      return { rows: rows as never[], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
    },
    streamQuery() {
      throw new Error('Rows are not streamed');
    },
  };

  return {
    init: async () => {},
    async acquireConnection() {
      const wanted = performance.now() + waitMs;
      if (!(await queue.enter(waitMs))) throw new DatabaseLocked('The database is busy with other transactions');
      until = Math.max(wanted, queue.movedAt() + waitMs);
      return connection;
    },
    async releaseConnection() {
      queue.leave();
    },
    async beginTransaction() {
      // Immediate: the lock is waited for here, where nothing is done yet, and at no later statement.
      await connection.executeQuery(CompiledQuery.raw('begin immediate'));
      isBegun = true;
    },
    async commitTransaction() {
      await connection.executeQuery(CompiledQuery.raw('commit'));
      isBegun = false;
    },
    async rollbackTransaction() {
      isBegun = false;
      if (thread.inTransaction()) await connection.executeQuery(CompiledQuery.raw('rollback'));
    },
    destroy: thread.close,
  };
}

/** The thread of the connection. It runs one statement at a time. */
function createThread(file: string) {
  let worker: Worker | undefined;
  /** Who waits for the answer to the statement that runs. No race of promises: the loser, which lives long, would keep every answer. */
  let asker: PromiseWithResolvers<Report> | undefined;
  let inTransaction = false;
  let lastFailure: unknown;

  return {
    inTransaction: () => inTransaction,
    lastFailure: () => lastFailure,

    async run(order: Exclude<Order, 'close'>): Promise<Outcome> {
      worker ??= start();
      asker = Promise.withResolvers<Report>();
      worker.postMessage(order);
      const report = await asker.promise;
      inTransaction = report.inTransaction;
      if (report.outcome !== undefined) return withBuffers(report.outcome);
      lastFailure = Object.assign(new Error(report.failure.message), { code: report.failure.code });
      throw lastFailure;
    },

    async close(): Promise<void> {
      if (worker === undefined) return;
      const gone = once(worker, 'exit');
      worker.postMessage('close' satisfies Order);
      await gone;
    },
  };

  function start(): Worker {
    const started = new Worker(new URL('./sqlite-thread.ts', import.meta.url), {
      workerData: { file },
      name: 'database',
    });
    started.on('message', (report: Report) => asker?.resolve(report));
    started.once('error', (error) => asker?.reject(error));
    // What it was doing is rolled back; the next statement starts another one.
    started.once('exit', () => {
      worker = undefined;
      inTransaction = false;
      asker?.reject(new Error('The thread of the database ended'));
    });
    return started;
  }
}

/** What comes from another thread lost its kind: bytes are a Buffer everywhere else. */
function withBuffers(outcome: Outcome): Outcome {
  for (const row of outcome.rows as Record<string, unknown>[]) {
    for (const [column, value] of Object.entries(row)) {
      if (value instanceof Uint8Array) row[column] = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
    }
  }
  return outcome;
}
