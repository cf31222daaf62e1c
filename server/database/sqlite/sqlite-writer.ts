import { CompiledQuery, type DatabaseConnection, type Driver } from 'kysely';
import { type Report, reportToStderr } from '#server/workers/restarts.ts';
import { createWorkerThread } from '#server/workers/worker-thread.ts';
import { createQueue } from '../driver/queue.ts';
import type { Outcome } from './sqlite-file.ts';
import type { StatementReply, StatementRequest } from './sqlite-thread.ts';

/** Another process, or other transactions of this one, held the database until the wait was over. */
class DatabaseLocked extends Error {
  readonly code = 'SQLITE_BUSY';
}

/**
 * One connection for everything that writes, used by one user after the other. Neither the disk nor another process that
 * holds the database blocks this process. A wait fails when there was no progress for `waitMs`; when the thread ends, what
 * runs fails with WorkerUnavailable, and its transaction is rolled back.
 */
export function sqliteWriter(file: string, waitMs: number, report: Report = reportToStderr): Driver {
  const thread = createThread(file, report);
  // Inside a transaction there is no wait but for the disk, which is slow when much is written.
  const queue = createQueue({ isMoving: () => isBegun });
  /** When the wait of the current user ends. */
  let until = 0;
  let isBegun = false;

  const connection: DatabaseConnection = {
    executeQuery: async ({ sql, parameters }: CompiledQuery) => {
      // When the engine has rolled the transaction back by itself, as on a full disk, the statements that follow must not
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
      // Immediate: it waits for the lock here, where nothing is done yet, and at no later statement.
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
function createThread(file: string, report: Report) {
  /** The reply to the running statement. No race of promises: the loser, which lives long, would retain every reply. */
  let pending: PromiseWithResolvers<StatementReply> | undefined;
  let inTransaction = false;
  let lastFailure: unknown;
  const thread = createWorkerThread<StatementRequest, StatementReply>({
    module: new URL('./sqlite-thread.ts', import.meta.url),
    workerData: { file },
    what: 'The thread that writes the database',
    report,
    onMessage(reply) {
      if (isWhole(reply)) pending?.resolve(reply);
    },
    // Its transaction is rolled back.
    onEnd(error) {
      inTransaction = false;
      lastFailure = error;
      pending?.reject(error);
    },
  });

  return {
    inTransaction: () => inTransaction,
    lastFailure: () => lastFailure,

    async run(request: Exclude<StatementRequest, 'close'>): Promise<Outcome> {
      pending = undefined;
      thread.post(request);
      pending = Promise.withResolvers<StatementReply>();
      const reply = await pending.promise;
      inTransaction = reply.inTransaction;
      if (reply.outcome !== undefined) return withBuffers(reply.outcome);
      lastFailure = Object.assign(new Error(reply.failure.message), { code: reply.failure.code });
      throw lastFailure;
    },

    close: () => thread.close('close'),
  };
}

/** A thread that is being ended may still send what its statement had begun to return; its end follows, and fails it. */
function isWhole({ outcome }: StatementReply): boolean {
  return outcome === undefined || typeof outcome.changes === 'number';
}

/** Bytes from another thread are Uint8Arrays; everywhere else they are Buffers. */
function withBuffers(outcome: Outcome): Outcome {
  for (const row of outcome.rows as Record<string, unknown>[]) {
    for (const [column, value] of Object.entries(row)) {
      if (value instanceof Uint8Array) row[column] = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
    }
  }
  return outcome;
}
