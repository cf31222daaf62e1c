import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely';
import { type Report, reportToStderr } from '#server/workers/restarts.ts';
import { createQueue } from '../driver/queue.ts';
import { createBatchedThread } from './batched-thread.ts';
import { commitStatement, firstTransaction, nextTransaction, type Outcome } from './sqlite-file.ts';

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
  /** When its wait for a lock ends. */
  until: number;
  /** Its statements run only while the transaction lasts. The engine rolls one back by itself when the disk is full. */
  isBegun: boolean;
  statements: typeof firstTransaction;
  beginning: Promise<unknown>;
  /** It runs no statement any more. */
  isOver: boolean;
  hasLeft: boolean;
};

/** Transactions that are written or undone, and wait for one commit. */
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
      if (turn.isOver) throw new Error('The connection was given back');
      turn.statements = group === undefined ? firstTransaction : nextTransaction;
      turn.isBegun = group !== undefined;
      // It is sent together with the first statement, which is not run if it fails, and throws its error.
      turn.beginning = send(turn, turn.statements.begin).catch(() => {});
      turn.isBegun = true;
    },
    async commitTransaction(connection) {
      const turn = connection as Turn;
      await Promise.all([send(turn, turn.statements.written), leaveInGroup(turn)]);
    },
    async rollbackTransaction(connection) {
      const turn = connection as Turn;
      await turn.beginning;
      // After a commit that failed, it is the next user's that may be open.
      if (turn.hasLeft) return;
      turn.isOver = true;
      // If the engine has rolled back everything, this is not run, and the commit of the others fails.
      await send(turn, turn.statements.undo).catch(() => {});
      // Why it failed may be what others wrote, which is true when it is durable.
      if (turn.statements === nextTransaction) await leaveInGroup(turn);
    },
    destroy: thread.close,
  };

  function createTurn(until: number): Turn {
    const turn: Turn = {
      until,
      isBegun: false,
      statements: firstTransaction,
      isOver: false,
      hasLeft: false,
      beginning: Promise.resolve(),
      async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
        if (turn.isOver) throw new Error('The transaction is over');
        if (!turn.isBegun) commitGroup();
        const { rows, changes, lastInsertRowid } = await send(turn, sql, parameters);
        queue.moved();
        return { rows: rows as Row[], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
      },
      streamQuery() {
        throw new Error('Rows are not streamed');
      },
    };
    return turn;
  }

  function send(turn: Turn, sql: string, parameters: readonly unknown[] = []): Promise<Outcome> {
    const leftMs = Math.max(1, Math.round(turn.until - performance.now()));
    return thread.run({ sql, parameters, within: turn.isBegun, waitMs: leftMs });
  }

  /** Leaves with a transaction that is over. Resolves when all of its group is durable. */
  function leaveInGroup(turn: Turn): Promise<unknown> {
    group ??= createGroup();
    group.size += 1;
    const { committed } = group;
    leave(turn);
    return committed;
  }

  function leave(turn: Turn): void {
    if (turn.hasLeft) return;
    turn.isOver = true;
    turn.hasLeft = true;
    if (!(thread.inTransaction() && queue.isWaitedFor() && group !== undefined && mayGrow(group))) commitGroup();
    queue.leave();
  }

  /** Fails with what has failed last if the transaction is gone. */
  function commitGroup(): void {
    group?.end(thread.run({ sql: commitStatement, parameters: [], within: true, waitMs }));
    group = undefined;
  }
}

function createGroup(): Group {
  const { promise: committed, resolve: end } = Promise.withResolvers<unknown>();
  committed.catch(() => {});
  return { size: 0, since: performance.now(), committed, end };
}

function mayGrow({ size, since }: Group): boolean {
  return size < maxGroupSize && performance.now() - since < maxGroupMs;
}
