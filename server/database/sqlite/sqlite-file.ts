import SqliteDatabase, { type Statement } from 'better-sqlite3';

/** The write-ahead log is checkpointed at 16 MiB, so that pages that change often are written back once. */
const checkpointPages = 4000;

/** What begins a transaction, what is sent when all of it is written, and what undoes it. */
type TransactionStatements = { begin: string; written: string; undo: string };

/** Immediate: it waits for the lock where nothing is done yet. */
export const firstTransaction: TransactionStatements = {
  begin: 'begin immediate',
  written: '-- written',
  undo: 'rollback',
};

/** One that begins in the transaction of the engine in which others are written, and shares their commit. */
export const nextTransaction: TransactionStatements = {
  begin: 'savepoint one',
  written: 'release one',
  undo: 'rollback to one; release one',
};

/** Makes all that is written durable. */
export const commitStatement = 'commit';

const both = [firstTransaction, nextTransaction];
const boundaries = new Set([...both.flatMap((one) => Object.values(one)), commitStatement]);

/** Whether a statement begins or ends a transaction. */
export const isBoundary = (sql: string): boolean => boundaries.has(sql);

/** What undoes the transaction that is said to be written by a statement; undefined for every other statement. */
export const undoOf = (sql: string): string | undefined => both.find(({ written }) => written === sql)?.undo;

/** The result of a statement. */
export type Outcome = { rows: unknown[]; changes: number; lastInsertRowid: number | bigint };

/** Opens the database in a file, and creates it when there is none. */
export function openFile(file: string): SqliteDatabase.Database {
  const database = new SqliteDatabase(file);
  database.pragma('journal_mode = WAL');
  // A commit is on the disk before it is acknowledged, also through a power cut.
  database.pragma('synchronous = FULL');
  database.pragma(`wal_autocheckpoint = ${checkpointPages}`);
  database.pragma('foreign_keys = ON');
  return database;
}

export function runStatement(statement: Statement, parameters: readonly unknown[]): Outcome {
  if (statement.reader) return { rows: statement.all(parameters), changes: 0, lastInsertRowid: 0 };
  return { rows: [], ...statement.run(parameters) };
}
