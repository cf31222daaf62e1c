import type { Transaction } from 'kysely';
import { isOnServer } from './long-transaction.ts';
import type { Database } from './open.ts';
import { databaseProblem } from './problems.ts';
import type { Tables } from './tables.ts';

/** The most works in one transaction. */
const groupSize = 64;
/** What has waited for so many milliseconds when the database fails is not tried as well: it would wait as long again. */
const patienceMs = 2500;

type Work<Result> = (trx: Transaction<Tables>) => Promise<Result>;
type Job = {
  work: Work<unknown>;
  /** By `performance.now()`. */
  since: number;
  resolve: (result: unknown) => void;
  reject: (error: unknown) => void;
};

/**
 * Lets small works of many share transactions, so that they have one place among those that write, however many they are:
 * what arrives while a transaction runs shares the next. On a server each has its own, since there transactions that lock
 * rows of others would wait for each other.
 */
export function createSharedTransactions(db: Database) {
  const size = isOnServer(db) ? 1 : groupSize;
  let waiting: Job[] = [];
  let isRunning = false;

  return {
    /** Resolves once it is durable. The work is repeated when another of its transaction fails. */
    run: <Result>(work: Work<Result>): Promise<Result> =>
      new Promise((resolve, reject) => {
        waiting.push({ work, since: performance.now(), resolve: (result) => resolve(result as Result), reject });
        if (!isRunning) void runAll();
      }),
  };

  async function runAll(): Promise<void> {
    isRunning = true;
    while (waiting.length > 0) await runGroup(waiting.splice(0, size));
    isRunning = false;
  }

  async function runGroup(jobs: readonly Job[]): Promise<void> {
    try {
      const results = await db.transaction().execute(async (trx) => {
        const all: unknown[] = [];
        for (const { work } of jobs) all.push(await work(trx));
        return all;
      });
      for (const [i, { resolve }] of jobs.entries()) resolve(results[i]);
    } catch (error) {
      const isOfDatabase = databaseProblem(error) !== undefined;
      if (isOfDatabase) for (const { reject } of takeLate()) reject(error);
      if (isOfDatabase || jobs.length === 1) for (const { reject } of jobs) reject(error);
      else for (const job of jobs) await runGroup([job]);
    }
  }

  function takeLate(): Job[] {
    const isLate = ({ since }: Job) => performance.now() - since > patienceMs;
    const late = waiting.filter(isLate);
    waiting = waiting.filter((job) => !late.includes(job));
    return late;
  }
}
