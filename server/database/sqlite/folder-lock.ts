import { existsSync } from 'node:fs';
import SqliteDatabase from 'better-sqlite3';

/** How long a check of the lock may keep others from taking it. */
const checkMs = 500;

/** Another process holds the lock. */
export class LockHeld extends Error {}

/**
 * Locks a file for the life of the process; the kernel releases the lock however the process ends. Returns the way to
 * release it earlier. Throws LockHeld.
 */
export function lockFile(file: string): () => void {
  return take(file, (connection) => {
    connection.pragma('locking_mode = EXCLUSIVE');
    // Nothing is ever written, and a kill must not leave a journal beside the file.
    connection.pragma('journal_mode = MEMORY');
    connection.exec('begin exclusive');
  });
}

/** Takes a shared lock on a file for the life of the process or until the returned function is called. Throws LockHeld. */
export function holdFile(file: string): () => void {
  return take(file, (connection) => {
    // A read lock, which lasts as long as the transaction.
    connection.exec('begin');
    connection.prepare('select name from sqlite_master').all();
  });
}

function take(file: string, lock: (connection: SqliteDatabase.Database) => void): () => void {
  const connection = new SqliteDatabase(file, { timeout: checkMs });
  try {
    lock(connection);
  } catch (error) {
    connection.close();
    throw (error as { code?: string }).code === 'SQLITE_BUSY'
      ? new LockHeld('The lock is held', { cause: error })
      : error;
  }
  return () => connection.close();
}

/** Whether any process holds or locks the file now. */
export function isHeld(file: string): boolean {
  if (!existsSync(file)) return false;
  const connection = new SqliteDatabase(file, { timeout: 0 });
  try {
    connection.exec('begin exclusive');
    return false;
  } catch (error) {
    if ((error as { code?: string }).code === 'SQLITE_BUSY') return true;
    throw error;
  } finally {
    connection.close();
  }
}
