import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Worker } from 'node:worker_threads';
import { CompiledQuery, Kysely, sql, type Transaction } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { WorkerUnavailable } from '#server/workers/restarts.ts';
import { splitDriver } from '../driver/split-driver.ts';
import { together } from '../together.ts';
import { sqliteEngine } from './sqlite.ts';
import { sqliteWriter } from './sqlite-writer.ts';

const statements = 5000;
const answerBytes = 10_000;

test('no answer is kept after it was given', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'keepsake-writer-'));
  const writer = sqliteWriter(join(folder, 'keepsake.db'), 1000);
  onTestFinished(async () => {
    await writer.destroy();
    rmSync(folder, { recursive: true });
  });
  const connection = await writer.acquireConnection();
  await ask(100);
  const before = keptBytes();
  await ask(statements);
  expect(keptBytes() - before).toBeLessThan((statements * answerBytes) / 10);

  async function ask(count: number) {
    const query = CompiledQuery.raw(`select printf('%.*c', ${answerBytes}, 'x') as answer`);
    for (let i = 0; i < count; i += 1) await connection.executeQuery(query);
  }
});

function keptBytes(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}

test('when its thread ends inside a transaction nothing of that stays, and the next one is met', async () => {
  const threads: Worker[] = [];
  const onWorker = (worker: Worker) => threads.push(worker);
  process.on('worker', onWorker);
  onTestFinished(() => void process.off('worker', onWorker));
  const { db, reports } = await openDatabase();
  await sql`create table notes (text text)`.execute(db);
  const write = (text: string, to: Kysely<unknown>) => sql`insert into notes values (${text})`.execute(to);
  await write('before', db);

  // While the transaction waits, and while a statement runs.
  const endWaiting = () => threads.at(-1)?.terminate();
  const endWorking = async (trx: Transaction<unknown>) => {
    const working = sql`with recursive n(i) as (select 1 union all select i + 1 from n) select max(i) from n`.execute(
      trx,
    );
    working.catch(() => {});
    await threads.at(-1)?.terminate();
  };
  for (const end of [endWaiting, endWorking]) {
    const work = db.transaction().execute(async (trx) => {
      await write('lost', trx);
      await end(trx);
      await write('after the end', trx);
    });
    await expect(work).rejects.toThrow(WorkerUnavailable);
    await write('next', db);
  }
  const { rows } = await sql`select text from notes`.execute(db);
  expect(rows).toEqual([{ text: 'before' }, { text: 'next' }, { text: 'next' }]);
  expect(reports).toEqual(Array(2).fill('The thread that writes the database has ended; it is started again'));
});

test('what was acknowledged before the thread ends is there, in their order', async () => {
  const threads: Worker[] = [];
  const onWorker = (worker: Worker) => threads.push(worker);
  process.on('worker', onWorker);
  onTestFinished(() => void process.off('worker', onWorker));
  const { db } = await openDatabase();
  await sql`create table notes (number integer)`.execute(db);
  const acknowledged: number[] = [];
  const ends: Promise<unknown>[] = [];
  for (let number = 0; number < 60; number += 1) {
    const written = db.transaction().execute((trx) => sql`insert into notes values (${number})`.execute(trx));
    // At another moment each time.
    if (number % 10 === 9) ends.push(pause(number / 20).then(() => threads.at(-1)?.terminate()));
    await written.then(
      () => acknowledged.push(number),
      (error: unknown) => expect(error).toBeInstanceOf(WorkerUnavailable),
    );
  }
  await Promise.all(ends);
  const { rows } = await sql<{ number: number }>`select number from notes`.execute(db);
  const stored = new Set(rows.map(({ number }) => number));
  expect(acknowledged.filter((number) => !stored.has(number))).toEqual([]);
  expect(acknowledged.length).toBeGreaterThan(30);
});

test('of statements that are sent together none is run after one that fails, and nothing of their transaction stays', async () => {
  const { db } = await openDatabase();
  await sql`create table notes (number integer primary key)`.execute(db);
  const insert = (number: number, to: Kysely<unknown>) => sql`insert into notes values (${number})`.execute(to);
  const work = db
    .transaction()
    .execute((trx) => together([insert(1, trx), insert(1, trx), insert(2, trx), sql`insert into absent`.execute(trx)]));
  await expect(work).rejects.toThrow('UNIQUE constraint failed: notes.number');
  await insert(3, db);
  const { rows } = await sql`select number from notes`.execute(db);
  expect(rows).toEqual([{ number: 3 }]);
});

test('a transaction that fails before its first statement is over, and a statement that is late is refused', async () => {
  const { db } = await openDatabase();
  await sql`create table notes (number integer)`.execute(db);
  let late: Transaction<unknown> | undefined;
  const work = db.transaction().execute(async (trx) => {
    late = trx;
    throw new Error('Changed my mind');
  });
  await expect(work).rejects.toThrow('Changed my mind');
  await db.transaction().execute((trx) => sql`insert into notes values (1)`.execute(trx));
  if (late === undefined) throw new Error('It has begun');
  await expect(sql`insert into notes values (2)`.execute(late)).rejects.toThrow('already rolled back');
  const { rows } = await sql`select number from notes`.execute(db);
  expect(rows).toEqual([{ number: 1 }]);
});

test('the next transaction is let in while one is committed, and is not harmed when that commit fails', async () => {
  const { db } = await openDatabase();
  await sql`create table parents (id integer primary key)`.execute(db);
  await sql`create table children (parent integer references parents deferrable initially deferred)`.execute(db);
  const done: string[] = [];
  const committed = db.transaction().execute((trx) => sql`insert into parents values (1)`.execute(trx));
  // The engine notices at the commit, and leaves the transaction open.
  const failing = db.transaction().execute(async (trx) => {
    done.push('began the failing one');
    await sql`insert into children values (2)`.execute(trx);
  });
  const next = db.transaction().execute(async (trx) => {
    await sql`insert into children values (1)`.execute(trx);
    return (await sql`select parent from children`.execute(trx)).rows;
  });
  await Promise.all([
    committed.then(() => done.push('committed')),
    expect(failing).rejects.toThrow('FOREIGN KEY constraint failed'),
    next,
  ]);
  expect(await next).toEqual([{ parent: 1 }]);
  expect((await sql`select parent from children`.execute(db)).rows).toEqual([{ parent: 1 }]);
  expect(done).toEqual(['began the failing one', 'committed']);
});

async function openDatabase() {
  const folder = mkdtempSync(join(tmpdir(), 'keepsake-writer-'));
  const reports: string[] = [];
  const engine = sqliteEngine(join(folder, 'keepsake.db'), 1000, (problem) => reports.push(problem));
  const createDriver = () => splitDriver({ ...engine, onFailure: () => {} });
  const db = new Kysely<unknown>({ dialect: { ...engine.dialect, createDriver } });
  onTestFinished(async () => {
    await db.destroy();
    rmSync(folder, { recursive: true });
  });
  return { db, reports };
}
