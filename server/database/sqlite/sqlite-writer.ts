import { CompiledQuery, type DatabaseConnection, type Driver, type QueryResult } from 'kysely';
import { type Report, reportToStderr } from '#server/workers/restarts.ts';
import { createQueue } from '../driver/queue.ts';
import { createBatchedThread } from './batched-thread.ts';
import { commitStatement } from './sqlite-file.ts';

const begin = CompiledQuery.raw('begin immediate');
const commit = CompiledQuery.raw(commitStatement);
const rollback = CompiledQuery.raw('rollback');
/** A transaction inside that of the group. */
const beginInside = CompiledQuery.raw('savepoint one');
const commitInside = CompiledQuery.raw('release one');
const rollbackInside = CompiledQuery.raw('rollback to one');

/** Nobody is kept waiting for a commit by more than so many transactions of others. */
const maxGroupSize = 64;
/** Nor by one that begins later than this, in milliseconds. */
const maxGroupMs = 10;

/** Another process, or other transactions of this one, held the database until the wait was over. */
class DatabaseLocked extends Error {
  readonly code = 'SQLITE_BUSY';
}

/** What one user does with the connection, from entering to leaving. */
type Turn = DatabaseConnection & {
  /** Its statements run only while the transaction lasts. The engine rolls one back by itself when the disk is full. */
  isBegun: boolean;
  /** Whether its transaction is inside that of a group. */
  isInside: boolean;
  beginning: Promise<unknown>;
  hasLeft: boolean;
};

/** Transactions that are written, and wait for one commit. */
type Group = { size: number; since: number; committed: Promise<unknown>; end: (committing: Promise<unknown>) => void };

/**
 * One connection for everything that writes, used by one user after the other. Whose transaction is written lets the next one
 * in: who waits already begins inside the same transaction of the engine, and one commit makes all of them durable, so that
 * many small ones cost few syncs of the disk; otherwise the next one's statements run when the commit is done or rolled
 * back. Neither the disk nor another process that holds the database blocks this process. A wait fails when there was no
 * progress for `waitMs`; when the thread ends, what runs fails with WorkerUnavailable, and its transaction is rolled back.
 */
export function sqliteWriter(file: string, waitMs: number, report: Report = reportToStderr): Driver {
  const thread = createBatchedThread({ file, isReading: false }, report);
  // Inside a transaction there is no wait but for the disk, which is slow when much is written.
  const queue = createQueue({ isMoving: thread.inTransaction });
  let group: Group | undefined;

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
      turn.isInside = group !== undefined;
      turn.isBegun = turn.isInside;
      // Immediate: it waits for the lock here, where nothing is done yet. It is sent together with the first statement,
      // which is not run if it fails, and throws its error.
      turn.beginning = turn.executeQuery(turn.isInside ? beginInside : begin).catch(() => {});
      turn.isBegun = true;
    },
    async commitTransaction(connection) {
      const turn = connection as Turn;
      const written = turn.isInside ? turn.executeQuery(commitInside) : Promise.resolve();
      group ??= createGroup();
      group.size += 1;
      const { committed } = group;
      leave(turn);
      await Promise.all([written, committed]);
    },
    async rollbackTransaction(connection) {
      const turn = connection as Turn;
      await turn.beginning;
      // After a commit that failed, it is the next user's that may be open.
      if (turn.hasLeft) return;
      if (!thread.inTransaction()) {
        // The engine has rolled back all of the group.
        commitGroup();
      } else if (turn.isInside) await Promise.all([turn.executeQuery(rollbackInside), turn.executeQuery(commitInside)]);
      else {
        turn.isBegun = false;
        await turn.executeQuery(rollback);
      }
    },
    destroy: thread.close,
  };

  /** `until`: when its wait ends. */
  function createTurn(until: number): Turn {
    const turn: Turn = {
      isBegun: false,
      isInside: false,
      hasLeft: false,
      beginning: Promise.resolve(),
      async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
        if (turn.hasLeft) throw new Error('The transaction is over');
        if (!turn.isBegun) commitGroup();
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
    if (turn.hasLeft) return;
    turn.hasLeft = true;
    if (group && !(queue.isWaitedFor() && group.size < maxGroupSize && performance.now() - group.since < maxGroupMs))
      commitGroup();
    queue.leave();
  }

  /** Fails with what has failed last if the transaction is gone. */
  function commitGroup(): void {
    const { sql, parameters } = commit;
    group?.end(thread.run({ sql, parameters, within: true, waitMs }));
    group = undefined;
  }
}

function createGroup(): Group {
  const { promise: committed, resolve } = Promise.withResolvers<unknown>();
  committed.catch(() => {});
  return { size: 0, since: performance.now(), committed, end: resolve };
}
