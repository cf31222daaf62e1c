import { CompiledQuery, type DatabaseConnection, type Driver, type QueryResult } from 'kysely';
import { type Report, reportToStderr } from '#server/workers/restarts.ts';
import { createQueue } from '../driver/queue.ts';
import { createBatchedThread } from './batched-thread.ts';

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
  const thread = createBatchedThread({ file, isReading: false }, report);
  // Inside a transaction there is no wait but for the disk, which is slow when much is written.
  const queue = createQueue({ isMoving: thread.inTransaction });
  /** When the wait of the current user ends. */
  let until = 0;
  let isBegun = false;
  let beginning: Promise<unknown> = Promise.resolve();

  const connection: DatabaseConnection = {
    executeQuery: (query) => run(query, isBegun),
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
      isBegun = true;
      // Immediate: it waits for the lock here, where nothing is done yet. It is sent together with the first statement,
      // which is not run if it fails, and throws its error.
      beginning = run(CompiledQuery.raw('begin immediate'), false).catch(() => {});
    },
    async commitTransaction() {
      await run(CompiledQuery.raw('commit'), true);
      isBegun = false;
    },
    async rollbackTransaction() {
      await beginning;
      isBegun = false;
      if (thread.inTransaction()) await run(CompiledQuery.raw('rollback'), false);
    },
    destroy: thread.close,
  };

  /** `within`: only while the transaction lasts. The engine rolls one back by itself when the disk is full. */
  async function run<Row>({ sql, parameters }: CompiledQuery, within: boolean): Promise<QueryResult<Row>> {
    const leftMs = Math.max(1, Math.round(until - performance.now()));
    const { rows, changes, lastInsertRowid } = await thread.run({ sql, parameters, within, waitMs: leftMs });
    queue.moved();
    return { rows: rows as Row[], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }
}
