import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import Database from 'better-sqlite3';
import { CompiledQuery, type Kysely, sql, type Transaction } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { longTransaction, sortingOnDisk } from '#server/database/long-transaction.ts';
import { migrate } from '#server/database/migrate.ts';
import { sqliteWriter } from '#server/database/sqlite/shared-commits.ts';
import { together } from '#server/database/statements/together.ts';
import type { Tables } from '#server/database/tables.ts';
import { whileNobodyWrites } from '#server/database/writing.ts';
import { WorkerUnavailable } from '#server/workers/restarts.ts';
import { openSqlite, watchThreads } from './open-sqlite.ts';

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
  const threads = watchThreads();
  const { db, reports } = await openSqlite();
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
  const threads = watchThreads();
  // On a busy machine the thread takes a while to be there again.
  const { db } = await openSqlite({ waitMs: 30_000 });
  await sql`create table notes (number integer)`.execute(db);
  const acknowledged: number[] = [];
  const ends: Promise<unknown>[] = [];
  const failures: unknown[] = [];
  const write = (number: number) =>
    db
      .transaction()
      .execute((trx) => sql`insert into notes values (${number})`.execute(trx))
      .then(
        () => acknowledged.push(number),
        (error: unknown) => {
          failures.push(error);
          // A thread that ended early is started again after a pause.
          return pause(20);
        },
      );
  for (let number = 0; number < 120; number += 1) {
    // Alone, and several that share a commit.
    const written = number % 2 === 0 ? [write(number)] : [0, 1, 2, 3].map((i) => write(1000 * i + number));
    // At another moment each time.
    if (number % 10 === 9) ends.push(pause(number / 40).then(() => threads.at(-1)?.terminate()));
    await Promise.all(written);
  }
  await Promise.all(ends);
  expect(failures.filter((error) => !(error instanceof WorkerUnavailable))).toEqual([]);
  const { rows } = await sql<{ number: number }>`select number from notes`.execute(db);
  const stored = new Set(rows.map(({ number }) => number));
  expect(acknowledged.filter((number) => !stored.has(number))).toEqual([]);
  expect(acknowledged.length).toBeGreaterThan(100);
});

test('of statements that are sent together none is run after one that fails, and nothing of their transaction stays', async () => {
  const { db } = await openSqlite();
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
  const { db } = await openSqlite();
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
  const { db } = await openSqlite();
  await sql`create table parents (id integer primary key)`.execute(db);
  await sql`create table children (parent integer references parents deferrable initially deferred)`.execute(db);
  await sql`insert into parents values (1)`.execute(db);
  const written = Promise.withResolvers<void>();
  // The engine notices at the commit, and leaves the transaction open.
  const failing = db.transaction().execute(async (trx) => {
    await sql`insert into children values (2)`.execute(trx);
    setImmediate(written.resolve);
  });
  const failure = failing.catch((error: Error) => error.message);
  await written.promise;
  const next = db.transaction().execute(async (trx) => {
    await sql`insert into children values (1)`.execute(trx);
    return (await sql`select parent from children`.execute(trx)).rows;
  });
  expect(await failure).toBe('FOREIGN KEY constraint failed');
  expect(await next).toEqual([{ parent: 1 }]);
  expect((await sql`select parent from children`.execute(db)).rows).toEqual([{ parent: 1 }]);
});

test('work during which nobody else writes waits for another process longer than a transaction does', async () => {
  const waitMs = 100;
  const { db, file } = await openSqlite({ waitMs });
  await sql`create table notes (number integer)`.execute(db);
  const other = new Database(file);
  onTestFinished(() => void other.close());
  other.exec('begin immediate');
  setTimeout(() => other.exec('commit'), 5 * waitMs);
  await whileNobodyWrites(db as Kysely<Tables>, [], async (trx) => {
    expect(other.inTransaction).toBe(false);
    await sql`insert into notes values (1)`.execute(trx);
  });
});

test('bytes that are written stay with those who wrote them, wherever in memory they lie', async () => {
  const { db } = await openSqlite();
  await sql`create table pictures (number integer, bytes blob)`.execute(db);
  const text = 'one body of three pictures';
  const picture = 'a large picture '.repeat(10_000);
  const [body, large] = [Buffer.from(text), Buffer.from(picture)];
  // In one message to the thread, as the files of a batch are.
  await db.transaction().execute(async (trx) => {
    const views = [body.subarray(0, 3), body.subarray(4, 8), Buffer.alloc(0), body, large];
    await together(views.map((bytes, i) => sql`insert into pictures values (${i}, ${bytes})`.execute(trx)));
  });
  expect([body.toString(), large.toString()]).toEqual([text, picture]);
  const { rows } = await sql<{ bytes: Buffer }>`select bytes from pictures order by number`.execute(db);
  expect(rows.map(({ bytes }) => bytes.toString())).toEqual(['one', 'body', '', text, picture]);
});

test('only long work sorts on the disk', async () => {
  const { db } = await openSqlite();
  const [onDisk, inMemory] = [1, 2];
  const where = async (from: Kysely<Tables>) => {
    const { rows } = await sql<{ temp_store: number }>`pragma temp_store`.execute(from);
    return rows[0]?.temp_store;
  };
  expect(await where(db)).toBe(inMemory);
  for (let i = 0; i < 2; i += 1) {
    expect(await longTransaction(db, where)).toBe(onDisk);
    expect(await where(db)).toBe(inMemory);
  }
  await expect(sortingOnDisk(db, () => Promise.reject(new Error('no memory')))).rejects.toThrow('no memory');
  expect(await where(db)).toBe(inMemory);
});

test('so do the steps of the schema', async () => {
  const asked: string[] = [];
  const { db } = await openSqlite({ onStatement: (statement) => asked.push(statement) });
  await migrate(db);
  const changes = asked.filter((statement) => /^\s*(create|alter|drop|pragma temp_store)/.test(statement));
  expect([changes.at(0), changes.at(-1)]).toEqual(['pragma temp_store = file', 'pragma temp_store = memory']);
  expect(changes.length).toBeGreaterThan(50);
});
