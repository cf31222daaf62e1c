/** The connection that writes, in a thread of its own, so that a commit that waits for the disk blocks nothing else. */
import { parentPort, workerData } from 'node:worker_threads';
import { createReserve } from './reserve.ts';
import { type Outcome, openFile, runStatement } from './sqlite-file.ts';
import { cacheStatements } from './statement-cache.ts';

/** A statement to run. It waits for locks of other processes at most `waitMs`. */
export type StatementRequest = { sql: string; parameters: readonly unknown[]; waitMs: number } | 'close';

/** The outcome of a statement, and whether a transaction is open after it. */
export type StatementReply = { inTransaction: boolean } & (
  | { outcome: Outcome; failure?: never }
  | { outcome?: never; failure: { message: string; code: string | undefined } }
);

const { file } = workerData as { file: string };
const database = openFile(file);
const statements = cacheStatements(database);
const maintainReserve = createReserve(`${file}-reserve`);

parentPort?.on('message', (request: StatementRequest) => {
  if (request === 'close') {
    database.close();
    parentPort?.close();
  } else parentPort?.postMessage(run(request));
});

function run({ sql, parameters, waitMs }: Exclude<StatementRequest, 'close'>): StatementReply {
  try {
    if (!database.inTransaction) {
      maintainReserve();
      database.pragma(`busy_timeout = ${waitMs}`);
    }
    const outcome = runStatement(statements.prepare(sql), parameters);
    return { inTransaction: database.inTransaction, outcome };
  } catch (error) {
    const { message, code } = error as Error & { code?: string };
    return { inTransaction: database.inTransaction, failure: { message, code } };
  }
}
