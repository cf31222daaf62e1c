import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Worker } from 'node:worker_threads';
import Database from 'better-sqlite3';
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
  const write = (number: number) =>
    db
      .transaction()
      .execute((trx) => sql`insert into notes values (${number})`.execute(trx))
      .then(
        () => acknowledged.push(number),
        (error: unknown) => expect(error).toBeInstanceOf(WorkerUnavailable),
      );
  for (let number = 0; number < 120; number += 1) {
    // Alone, and several that share a commit.
    const written = number % 2 === 0 ? [write(number)] : [0, 1, 2, 3].map((i) => write(1000 * i + number));
    // At another moment each time.
    if (number % 10 === 9) ends.push(pause(number / 40).then(() => threads.at(-1)?.terminate()));
    await Promise.all(written);
  }
  await Promise.all(ends);
  const { rows } = await sql<{ number: number }>`select number from notes`.execute(db);
  const stored = new Set(rows.map(({ number }) => number));
  expect(acknowledged.filter((number) => !stored.has(number))).toEqual([]);
  expect(acknowledged.length).toBeGreaterThan(150);
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
  await sql`insert into parents values (1)`.execute(db);
  const written = Promise.withResolvers<void>();
  // The engine notices at the commit, and leaves the transaction open.
  const failing = db.transaction().execute(async (trx) => {
    await sql`insert into children values (2)`.execute(trx);
    setImmediate(written.resolve);
  });
  const refused = expect(failing).rejects.toThrow('FOREIGN KEY constraint failed');
  await written.promise;
  const next = db.transaction().execute(async (trx) => {
    await sql`insert into children values (1)`.execute(trx);
    return (await sql`select parent from children`.execute(trx)).rows;
  });
  await refused;
  expect(await next).toEqual([{ parent: 1 }]);
  expect((await sql`select parent from children`.execute(db)).rows).toEqual([{ parent: 1 }]);
});

test('transactions that wait for each other share a commit, and none is acknowledged before it', async () => {
  const { db, committedNumbers } = await openNumbers();
  const done: number[] = [];
  const write = (number: number, end = async () => {}) =>
    db
      .transaction()
      .execute(async (trx) => {
        await sql`insert into numbers values (${number})`.execute(trx);
        await end();
      })
      .then(() => done.push(number));
  const seeOnly = (numbers: number[]) => async () => {
    await pause(5);
    expect([done.toSorted(), committedNumbers()]).toEqual([numbers, numbers]);
  };
  await Promise.all([write(1), write(2), write(3, seeOnly([]))]);
  expect(committedNumbers()).toEqual([1, 2, 3]);
  // A statement outside of a transaction is committed by itself.
  const alone = () => sql`insert into numbers values (5)`.execute(db).then(() => done.push(5));
  await Promise.all([write(4), alone(), write(6, seeOnly([1, 2, 3, 4, 5]))]);
  expect(committedNumbers()).toEqual([1, 2, 3, 4, 5, 6]);
});

test('one of them that fails leaves nothing and harms nobody, wherever it stands', async () => {
  const { db, committedNumbers } = await openNumbers();
  const write = (number: number, isFailing: boolean) =>
    db.transaction().execute(async (trx) => {
      await sql`insert into numbers values (${number})`.execute(trx);
      if (isFailing) await together([sql`insert into numbers values (${number})`.execute(trx), late(trx)]);
    });
  const late = (trx: Transaction<unknown>) => sql`insert into numbers values (1000)`.execute(trx);
  for (const failing of [0, 1, 3]) {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 4 }, (_, i) => write(10 * failing + i, i === failing)),
    );
    expect(outcomes.map(({ status }) => status === 'rejected')).toEqual([0, 1, 2, 3].map((i) => i === failing));
  }
  expect(committedNumbers()).toEqual([1, 2, 3, 10, 12, 13, 30, 31, 32]);
});

test('when the engine gives up the whole of a commit, none of it was acknowledged', async () => {
  const { db, committedNumbers } = await openNumbers();
  await sql`create table texts (text text)`.execute(db);
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db);
  await sql.raw(`pragma max_page_count = ${(rows[0]?.page_count ?? 0) + 20}`).execute(db);
  const write = (number: number, bytes: number) =>
    db
      .transaction()
      .execute((trx) =>
        together([
          sql`insert into numbers values (${number})`.execute(trx),
          sql`insert into texts values (zeroblob(${bytes}))`.execute(trx),
        ]),
      )
      .then(() => number);
  const outcomes = await Promise.allSettled([write(1, 10), write(2, 1_000_000), write(3, 10), write(4, 10)]);
  const acknowledged = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  expect(acknowledged).not.toContain(2);
  expect(committedNumbers()).toEqual(acknowledged);
  expect(await write(5, 10)).toBe(5);
});

/** A table of numbers, and those that another connection sees. */
async function openNumbers() {
  const { db, file } = await openDatabase();
  await sql`create table numbers (number integer primary key)`.execute(db);
  const other = new Database(file, { readonly: true });
  onTestFinished(() => void other.close());
  const statement = other.prepare('select number from numbers order by number').pluck();
  return { db, committedNumbers: () => statement.all() };
}

async function openDatabase() {
  const folder = mkdtempSync(join(tmpdir(), 'keepsake-writer-'));
  const reports: string[] = [];
  const file = join(folder, 'keepsake.db');
  const engine = sqliteEngine(file, 1000, (problem) => reports.push(problem));
  const createDriver = () => splitDriver({ ...engine, onFailure: () => {} });
  const db = new Kysely<unknown>({ dialect: { ...engine.dialect, createDriver } });
  onTestFinished(async () => {
    await db.destroy();
    rmSync(folder, { recursive: true });
  });
  return { db, file, reports };
}
