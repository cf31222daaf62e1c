/** A connection in a thread of its own, so that a commit that waits for the disk, or a long search, blocks nothing else. */
import { parentPort, workerData } from 'node:worker_threads';
import { createReserve } from './reserve.ts';
import { commitStatement, type Outcome, openFile, runStatement } from './sqlite-file.ts';
import { cacheStatements } from './statement-cache.ts';

/** The file, and whether the thread only reads it. */
export type ThreadData = { file: string; isReading: boolean };

/** A statement to run. It waits for locks of other processes at most `waitMs`; `within`: only inside a transaction. */
export type StatementRequest = { sql: string; parameters: readonly unknown[]; waitMs: number; within: boolean };

/** What became of a statement: 'not-run' if one before it failed in its transaction, or that has ended. */
export type StatementResult =
  | { outcome: Outcome; failure?: never }
  | { outcome?: never; failure: { message: string; code: string | undefined } | 'not-run' };

/** The results of statements that were sent together, and whether a transaction is open after them. */
export type StatementReply = { inTransaction: boolean; results: StatementResult[] };

const { file, isReading } = workerData as ThreadData;
const database = openFile(file);
if (isReading) database.pragma('query_only = ON');
const statements = cacheStatements(database);
const maintainReserve = isReading ? () => {} : createReserve(`${file}-reserve`);

parentPort?.on('message', (requests: readonly StatementRequest[] | 'close') => {
  if (requests === 'close') {
    database.close();
    parentPort?.close();
  } else parentPort?.postMessage(runAll(requests));
});

function runAll(requests: readonly StatementRequest[]): StatementReply {
  let isFailed = false;
  const results = requests.map((request): StatementResult => {
    if (request.within && (isFailed || !database.inTransaction)) return { failure: 'not-run' };
    const result = run(request);
    isFailed = result.failure !== undefined;
    return result;
  });
  return { inTransaction: database.inTransaction, results };
}

function run({ sql, parameters, waitMs }: StatementRequest): StatementResult {
  try {
    if (!database.inTransaction) {
      maintainReserve();
      database.pragma(`busy_timeout = ${waitMs}`);
    }
    return { outcome: runStatement(statements.prepare(sql), parameters) };
  } catch (error) {
    // Its user has left: what follows is the next one's.
    if (sql === commitStatement && database.inTransaction) database.exec('rollback');
    const { message, code } = error as Error & { code?: string };
    return { failure: { message, code } };
  }
}
