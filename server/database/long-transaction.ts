import { type Kysely, PostgresAdapter, sql, type Transaction } from 'kysely';
import type { Tables } from './tables.ts';

/** A server ends the transaction of a client that is silent for this time, in milliseconds. */
const silenceMs = 30_000;

/**
 * Runs the work in a transaction that may take long and pause between its statements. It ends with this process. The database
 * has to be one that was opened with `answerMs: 0`.
 */
export async function longTransaction<Result>(
  db: Kysely<Tables>,
  work: (trx: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  if (!isOnServer(db)) return await sortingOnDisk(db, () => db.transaction().execute(work));
  return await db.transaction().execute(async (trx) => {
    await sql`set local statement_timeout = 0`.execute(trx);
    await sql`set local idle_in_transaction_session_timeout = ${sql.lit(silenceMs)}`.execute(trx);
    // If the connection is lost, the next statement of the work fails.
    const heartbeat = setInterval(() => void sql`select 1`.execute(trx).catch(() => {}), silenceMs / 3);
    return await work(trx).finally(() => clearInterval(heartbeat));
  });
}

/**
 * Runs work that may sort more than belongs in memory, where a connection sorts otherwise (`sqlite-thread.ts`). One at a time for each
 * database.
 */
export async function sortingOnDisk<Result, Rows = Tables>(
  db: Kysely<Rows>,
  work: () => Promise<Result>,
): Promise<Result> {
  if (isOnServer(db)) return await work();
  await sql`pragma temp_store = file`.execute(db);
  // It fails only with its connection, and the next one begins like that.
  return await work().finally(() => sql`pragma temp_store = memory`.execute(db).catch(() => {}));
}

/** Whether the database is on a server, which many nodes may use at once, and not in a file. */
export function isOnServer(db: Pick<Kysely<Tables>, 'getExecutor'>): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}
