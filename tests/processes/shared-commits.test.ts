/** Transactions that wait for each other share a commit on SQLite (docs/decisions/0091-transactions-that-share-a-commit.md). */
import { setTimeout as pause } from 'node:timers/promises';
import { type Kysely, sql, type Transaction } from 'kysely';
import { beforeEach, expect, test, vi } from 'vitest';
import { together } from '#server/database/statements/together.ts';
import { WorkerUnavailable } from '#server/workers/restarts.ts';
import { openNumbers, watchThreads } from './open-sqlite.ts';

let numbers: Awaited<ReturnType<typeof openNumbers>>;
let threads: ReturnType<typeof watchThreads>;
beforeEach(async () => {
  threads = watchThreads();
  numbers = await openNumbers();
  // However slow this machine is, no group has waited long.
  vi.useFakeTimers({ toFake: ['performance'] });
  return () => void vi.useRealTimers();
});

const insert = (number: unknown, to?: Kysely<unknown>) => numbers.insert(number, to);

/** A transaction that inserts a number, and then does something else. */
function write(number: number, then: (trx: Transaction<unknown>) => unknown = () => {}): Promise<number> {
  const written = numbers.db.transaction().execute(async (trx) => {
    await insert(number, trx);
    await then(trx);
    return number;
  });
  // Each test looks at the outcome, some of them later.
  written.catch(() => {});
  return written;
}

const fails = () => {
  throw new Error('Changed my mind');
};

/** Numbers of those that were acknowledged, in their order. */
async function acknowledged(all: Promise<number>[]): Promise<number[]> {
  const outcomes = await Promise.allSettled(all);
  return outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
}

test('none is acknowledged before the commit of all', async () => {
  const done: number[] = [];
  const note = (number: number) => void done.push(number);
  const seeOnly = (expected: number[]) => async () => {
    await pause(5);
    expect([done.toSorted((one, other) => one - other), numbers.committed()]).toEqual([expected, expected]);
  };
  await Promise.all([write(1).then(note), write(2).then(note), write(3, seeOnly([])).then(note)]);
  expect(numbers.committed()).toEqual([1, 2, 3]);
  // A statement outside of a transaction is committed by itself.
  const alone = () => insert(5).then(() => note(5));
  await Promise.all([write(4).then(note), alone(), write(6, seeOnly([1, 2, 3, 4, 5])).then(note)]);
  expect(numbers.committed()).toEqual([1, 2, 3, 4, 5, 6]);
});

test('a commit is answered before the statements behind it are run', async () => {
  const slow = sql`with recursive n(i) as (select 1 union all select i + 1 from n limit 3000000) insert into numbers select -max(i) from n`;
  const order: string[] = [];
  await Promise.all([
    write(1).then(() => order.push('the commit')),
    slow.execute(numbers.db).then(() => order.push('the statement')),
  ]);
  expect(order).toEqual(['the commit', 'the statement']);
});

test.each([0, 1, 3])('number %i of four that fails leaves nothing, and harms nobody', async (failing) => {
  const late = (trx: Transaction<unknown>) => together([insert(failing, trx), insert(1000, trx)]);
  const all = [0, 1, 2, 3].map((number) => write(number, (trx) => (number === failing ? late(trx) : undefined)));
  const others = [0, 1, 2, 3].filter((number) => number !== failing);
  expect(await acknowledged(all)).toEqual(others);
  expect(numbers.committed()).toEqual(others);
});

test('what is refused because of a row is refused when that row is durable', async () => {
  const first = write(1);
  const refused = write(1).catch(() => numbers.committed());
  await Promise.all([first, write(2, () => pause(20))]);
  expect(await refused).toEqual([1, 2]);
});

test('when the engine gives up all of it, none was acknowledged, and the next one is', async () => {
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(numbers.db);
  await sql`create table texts (text text)`.execute(numbers.db);
  await sql.raw(`pragma max_page_count = ${(rows[0]?.page_count ?? 0) + 20}`).execute(numbers.db);
  const fill = (trx: Transaction<unknown>) => sql`insert into texts values (zeroblob(1000000))`.execute(trx);
  const all = [write(1), write(2, fill), write(3), write(4, (trx) => fill(trx).catch(() => {})), write(5)];
  const told = await acknowledged(all);
  expect(told).not.toContain(2);
  expect(numbers.committed()).toEqual(told);
  expect(await write(6)).toBe(6);
});

test('when the thread ends, all of it fails, and the next one is served', async () => {
  const end = () => void threads.at(-1)?.terminate();
  const all = [write(1), write(2, end), write(3)];
  await expect(all[1]).rejects.toThrow(WorkerUnavailable);
  const told = await acknowledged(all);
  expect(numbers.committed()).toEqual(told);
  // Its end is not noticed yet.
  const failing = () =>
    write(5, () => {
      end();
      fails();
    });
  expect(await acknowledged([write(4), failing(), write(6)])).toEqual([6]);
  expect(numbers.committed()).toEqual([...told, 6]);
});

test.each(['first', 'next'])(
  'a statement that nobody waits for fails its own transaction, the %s one',
  async (place) => {
    const unwaited = (trx: Transaction<unknown>) => void insert(2, trx).catch(() => {});
    const before = place === 'next' ? [write(1)] : [];
    const all = [...before, write(2, unwaited), write(3, () => pause(1))];
    const undone = write(4, (trx) => {
      void insert(4, trx).catch(() => {});
      fails();
    });
    await expect(undone).rejects.toThrow('Changed my mind');
    const told = await acknowledged(all);
    expect(told).not.toContain(2);
    expect(numbers.committed()).toEqual(told);
    await insert(5);
    expect(numbers.committed()).toEqual([...told, 5]);
  },
);

test('a statement that comes while its transaction is undone is refused', async () => {
  let late: Promise<unknown> | undefined;
  const refused = write(2, async (trx) => {
    const failing = insert(2, trx);
    failing.catch(() =>
      setImmediate(() => {
        late = insert(3, trx).catch((error: Error) => error.message);
      }),
    );
    await failing;
  });
  expect(await acknowledged([write(1), refused, write(4)])).toEqual([1, 4]);
  await vi.waitFor(() => expect(late).toBeDefined());
  expect(await late).toMatch(/over|rolled back/);
  expect(numbers.committed()).toEqual([1, 4]);
});

test('parameters that no thread can be sent fail their own statement, not a commit beside it', async () => {
  const bad = insert(Symbol('none'));
  expect(await acknowledged([write(1), bad.then(() => 0), write(2)])).toEqual([1, 2]);
  expect(numbers.committed()).toEqual([1, 2]);
});
