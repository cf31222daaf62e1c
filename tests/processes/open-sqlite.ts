import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { Kysely, sql } from 'kysely';
import { onTestFinished } from 'vitest';
import { splitDriver } from '#server/database/driver/split-driver.ts';
import { sqliteEngine } from '#server/database/sqlite/sqlite.ts';

/** A database in a file, with the drivers of the server, and the problems they reported. It ends with the test. */
export async function openSqlite({
  waitMs = 1000,
  onStatement = () => {},
}: {
  waitMs?: number;
  onStatement?: (statement: string) => void;
} = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'keepsake-sqlite-'));
  const file = join(folder, 'keepsake.db');
  const reports: string[] = [];
  const engine = sqliteEngine(file, waitMs, (problem) => reports.push(problem));
  const createDriver = () => splitDriver({ ...engine, onFailure: () => {} });
  const db = new Kysely<unknown>({
    dialect: { ...engine.dialect, createDriver },
    log: ({ query }) => onStatement(query.sql),
  });
  onTestFinished(async () => {
    await db.destroy();
    rmSync(folder, { recursive: true });
  });
  return { db, file, reports };
}

/** The same with a table of numbers, and with the numbers that another connection sees. */
export async function openNumbers(options?: { waitMs?: number }) {
  const { db, file } = await openSqlite(options);
  await sql`create table numbers (number integer primary key)`.execute(db);
  const other = new Database(file, { readonly: true });
  onTestFinished(() => void other.close());
  const all = other.prepare('select number from numbers order by number').pluck();
  return {
    db,
    file,
    committed: () => all.all() as number[],
    insert: (number: unknown, to: Kysely<unknown> = db) => sql`insert into numbers values (${number})`.execute(to),
  };
}

/** The threads that begin from now on, the last one last. */
export function watchThreads(): Worker[] {
  const threads: Worker[] = [];
  const onWorker = (worker: Worker) => threads.push(worker);
  process.on('worker', onWorker);
  onTestFinished(() => void process.off('worker', onWorker));
  return threads;
}
