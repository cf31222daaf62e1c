/** The connection that writes, in a thread of its own: a commit waits for the disk, and nothing else waits with it. */
import { parentPort, workerData } from 'node:worker_threads';
import { createReserve } from './reserve.ts';
import { type Outcome, openFile, runStatement } from './sqlite-file.ts';
import { cacheStatements } from './statement-cache.ts';

/** A statement to run. What it meets of other processes it waits for at most `waitMs`. */
export type Order = { sql: string; parameters: readonly unknown[]; waitMs: number } | 'close';

/** What came of a statement, and whether a transaction is open after it. */
export type Report = { inTransaction: boolean } & (
  | { outcome: Outcome; failure?: never }
  | { outcome?: never; failure: { message: string; code: string | undefined } }
);

const { file } = workerData as { file: string };
const database = openFile(file);
const statements = cacheStatements(database);
const keepReserve = createReserve(`${file}-reserve`);

parentPort?.on('message', (order: Order) => {
  if (order === 'close') {
    database.close();
    parentPort?.close();
  } else parentPort?.postMessage(run(order));
});

function run({ sql, parameters, waitMs }: Exclude<Order, 'close'>): Report {
  try {
    if (!database.inTransaction) {
      keepReserve();
      database.pragma(`busy_timeout = ${waitMs}`);
    }
    const outcome = runStatement(statements.prepare(sql), parameters);
    return { inTransaction: database.inTransaction, outcome };
  } catch (error) {
    const { message, code } = error as Error & { code?: string };
    return { inTransaction: database.inTransaction, failure: { message, code } };
  }
}
