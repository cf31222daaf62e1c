/** A connection in a thread of its own, so that a commit that waits for the disk, or a long search, blocks nothing else. */
import { parentPort, workerData } from 'node:worker_threads';
import { createReserve } from './reserve.ts';
import { commitStatement, isBoundary, type Outcome, openFile, runStatement, undoOf } from './sqlite-file.ts';
import { cacheStatements } from './statement-cache.ts';

/** The file, and whether the thread only reads it. */
export type ThreadData = { file: string; isReading: boolean };

/** A statement to run. It waits for locks of other processes at most `waitMs`; `within`: only inside a transaction. */
export type StatementRequest = { sql: string; parameters: readonly unknown[]; waitMs: number; within: boolean };

/** What became of a statement: 'not-run' if one before it failed in its transaction, or that has ended. */
export type StatementResult =
  | { outcome: Outcome; failure?: never }
  | { outcome?: never; failure: { message: string; code: string | undefined } | 'not-run' };

/** The results of statements, in their order, and whether a transaction is open after them. */
export type StatementReply = { inTransaction: boolean; results: StatementResult[] };

const { file, isReading } = workerData as ThreadData;
const database = openFile(file);
if (isReading) database.pragma('query_only = ON');
// What undoes a statement is kept in memory, as is what it sorts, which is little: in a file half as much was written for it as
// into the log.
else database.pragma('temp_store = MEMORY');
const statements = cacheStatements(database);
const maintainReserve = isReading ? () => {} : createReserve(`${file}-reserve`);

parentPort?.on('message', (requests: readonly StatementRequest[] | 'close') => {
  if (requests === 'close') {
    database.close();
    parentPort?.close();
  } else runAll(requests);
});

/** Those who wait for a commit are answered before what comes after it is run. */
function runAll(requests: readonly StatementRequest[]): void {
  let results: StatementResult[] = [];
  let isFailed = false;
  for (const request of requests) {
    const result = runNext(request, isFailed);
    // What follows the end of a transaction is somebody else's.
    isFailed = result.failure !== undefined && !isBoundary(request.sql);
    results.push(result);
    if (request.sql !== commitStatement) continue;
    reply(results);
    results = [];
  }
  if (results.length > 0) reply(results);
}

function reply(results: StatementResult[]): void {
  const { inTransaction } = database;
  parentPort?.postMessage({ inTransaction, results } satisfies StatementReply);
}

function runNext(request: StatementRequest, isFailed: boolean): StatementResult {
  const { sql, within } = request;
  if (within && !database.inTransaction) return { failure: 'not-run' };
  if (!within || !isFailed) return run(request);
  if (!isBoundary(sql)) return { failure: 'not-run' };
  const undo = undoOf(sql);
  if (undo === undefined) return run(request);
  // Its user believes it to be written, and nobody else ends it.
  database.exec(undo);
  return { failure: 'not-run' };
}

function run({ sql, parameters, waitMs }: StatementRequest): StatementResult {
  try {
    if (!database.inTransaction) {
      maintainReserve();
      database.pragma(`busy_timeout = ${waitMs}`);
    }
    if (!isBoundary(sql)) return { outcome: runStatement(statements.prepare(sql), parameters) };
    database.exec(sql);
    return { outcome: { rows: [], changes: 0, lastInsertRowid: 0 } };
  } catch (error) {
    // What is left of it would be taken for a part of another one.
    if (isBoundary(sql) && database.inTransaction) database.exec('rollback');
    const { message, code } = error as Error & { code?: string };
    return { failure: { message, code } };
  }
}
