import SqliteDatabase, { type Statement } from 'better-sqlite3';

/** The write-ahead log is checkpointed at 16 MiB, so that pages that change often are written back once. */
const checkpointPages = 4000;

/** Ends a transaction, durably. */
export const commitStatement = 'commit';

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
