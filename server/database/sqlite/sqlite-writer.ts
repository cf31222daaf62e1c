import { CompiledQuery, type DatabaseConnection, type Driver, type QueryResult } from 'kysely';
import { type Report, reportToStderr } from '#server/workers/restarts.ts';
import { createQueue } from '../driver/queue.ts';
import { createBatchedThread } from './batched-thread.ts';
import { commitStatement } from './sqlite-file.ts';

const beginImmediate = CompiledQuery.raw('begin immediate');
const commit = CompiledQuery.raw(commitStatement);
const rollback = CompiledQuery.raw('rollback');

/** Another process, or other transactions of this one, held the database until the wait was over. */
class DatabaseLocked extends Error {
  readonly code = 'SQLITE_BUSY';
}

/** What one user does with the connection, from entering to leaving. */
type Turn = DatabaseConnection & {
  /** Its statements run only while the transaction lasts. The engine rolls one back by itself when the disk is full. */
  isBegun: boolean;
  beginning: Promise<unknown>;
  hasLeft: boolean;
};

/**
 * One connection for everything that writes, used by one user after the other; who commits lets the next one in, whose
 * statements run when the commit is done or rolled back. Neither the disk nor another process that holds the database blocks
 * this process. A wait fails when there was no progress for `waitMs`; when the thread ends, what runs fails with
 * WorkerUnavailable, and its transaction is rolled back.
 */
export function sqliteWriter(file: string, waitMs: number, report: Report = reportToStderr): Driver {
  const thread = createBatchedThread({ file, isReading: false }, report);
  // Inside a transaction there is no wait but for the disk, which is slow when much is written.
  const queue = createQueue({ isMoving: thread.inTransaction });

  return {
    init: async () => {},
    async acquireConnection() {
      const wanted = performance.now() + waitMs;
      if (!(await queue.enter(waitMs))) throw new DatabaseLocked('The database is busy with other transactions');
      return createTurn(Math.max(wanted, queue.movedAt() + waitMs));
    },
    async releaseConnection(connection) {
      leave(connection as Turn);
    },
    async beginTransaction(connection) {
      const turn = connection as Turn;
      // Immediate: it waits for the lock here, where nothing is done yet. It is sent together with the first statement,
      // which is not run if it fails, and throws its error.
      turn.beginning = turn.executeQuery(beginImmediate).catch(() => {});
      turn.isBegun = true;
    },
    async commitTransaction(connection) {
      const committing = connection.executeQuery(commit);
      leave(connection as Turn);
      await committing;
    },
    async rollbackTransaction(connection) {
      const turn = connection as Turn;
      await turn.beginning;
      turn.isBegun = false;
      // After a commit that failed, it is the next user's that may be open.
      if (!turn.hasLeft && thread.inTransaction()) await turn.executeQuery(rollback);
    },
    destroy: thread.close,
  };

  /** `until`: when its wait ends. */
  function createTurn(until: number): Turn {
    const turn: Turn = {
      isBegun: false,
      hasLeft: false,
      beginning: Promise.resolve(),
      async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
        if (turn.hasLeft) throw new Error('The transaction is over');
        const leftMs = Math.max(1, Math.round(until - performance.now()));
        const request = { sql, parameters, within: turn.isBegun, waitMs: leftMs };
        const { rows, changes, lastInsertRowid } = await thread.run(request);
        queue.moved();
        return { rows: rows as Row[], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
      },
      streamQuery() {
        throw new Error('Rows are not streamed');
      },
    };
    return turn;
  }

  function leave(turn: Turn): void {
    if (!turn.hasLeft) queue.leave();
    turn.hasLeft = true;
  }
}
