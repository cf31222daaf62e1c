import SqliteDatabase from 'better-sqlite3';

/** Someone else holds the lock. */
export class LockHeld extends Error {}

/**
 * Locks a file for the life of the process; the kernel frees the lock however the process ends. Returns the way to free
 * it earlier. Throws LockHeld.
 */
export function lockFile(file: string): () => void {
  const connection = new SqliteDatabase(file, { timeout: 0 });
  try {
    connection.pragma('locking_mode = EXCLUSIVE');
    connection.exec('begin exclusive');
  } catch (error) {
    connection.close();
    throw (error as { code?: string }).code === 'SQLITE_BUSY'
      ? new LockHeld('The lock is held', { cause: error })
      : error;
  }
  return () => connection.close();
}
