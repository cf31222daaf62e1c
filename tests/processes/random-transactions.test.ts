import { setTimeout as pause } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { type Kysely, sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { sideBySide } from '#server/database/statements/side-by-side.ts';
import { together } from '#server/database/statements/together.ts';
import { waitMs } from '#tests/support/fixtures/patience.ts';
import { createRandom } from '#tests/support/fixtures/random.ts';
import { openNumbers, watchThreads } from './open-sqlite.ts';

const seed = Number(process.env.KEEPSAKE_FAULT_SEED ?? Date.now() % 1_000_000);
/** Transactions that are to succeed; how many fail meanwhile depends on how long the faults last. */
const wanted = 250;
const atOnce = 12;
/** It is stored already. */
const taken = 0;

type Failure = Error & { code?: string };
type Outcome = { numbers: number[]; failure: Failure | undefined };

test(`all of a transaction is committed before it is acknowledged, or nothing of it is stored (seed ${seed})`, async () => {
  const random = createRandom(seed);
  const threads = watchThreads();
  const { db, file, committed, insert } = await openNumbers({ waitMs: 300 });
  const other = new Database(file, { timeout: 0 });
  onTestFinished(() => void other.close());
  await insert(taken);
  const outcomes: Outcome[] = [];
  let last = taken;
  let succeeded = 0;
  let hasWorked = false;

  const faulting = fault();
  await Promise.all(Array.from({ length: atOnce }, work));
  await faulting;
  // The thread may have ended just now.
  await vi.waitFor(() => insert((last += 1)), waitMs);
  expect(committed()).toContain(last);
  const stored = new Set(committed());
  for (const { numbers, failure } of outcomes) {
    const found = numbers.filter((number) => stored.has(number)).length;
    const whole = failure === undefined ? [numbers.length] : [0];
    // When the thread ends during a commit nobody can know.
    expect(failure?.code === 'ERR_WORKER_UNAVAILABLE' ? [0, numbers.length] : whole).toContain(found);
  }

  async function work() {
    while (succeeded < wanted) {
      const numbers: number[] = [];
      const failure = await write(numbers).then(
        () => undefined,
        (error: Failure) => error,
      );
      outcomes.push({ numbers, failure });
      if (failure !== undefined) {
        // While no thread runs all fail at once, and the next one waits for its time.
        await pause(1);
        continue;
      }
      succeeded += 1;
      hasWorked = true;
      expect(committed()).toEqual(expect.arrayContaining(numbers));
    }
  }

  /** Writes new numbers in one way or another; now and then it fails by itself. */
  async function write(numbers: number[]): Promise<unknown> {
    const next = (to: Kysely<unknown>) => {
      last += 1;
      numbers.push(last);
      return insert(last, to);
    };
    if (random.oneIn(6)) return await next(db);
    return await db.transaction().execute(async (begun) => {
      const trx = random.oneIn(2) ? await sideBySide(begun) : begun;
      for (let left = random.between(0, 3); left > 0; left -= 1) {
        await together([next(trx), next(trx)]);
        if (random.oneIn(6)) await pause(random.between(0, 5));
      }
      if (random.oneIn(12)) await together([insert(taken, trx), next(trx)]);
      if (random.oneIn(20)) throw new Error('Changed my mind');
    });
  }

  /** Ends the thread, fills the disk as it were, and holds the database as another process does. */
  async function fault() {
    while (succeeded < wanted) {
      await pause(random.between(5, 40));
      const kind = random.pick('end', 'fill', 'hold');
      // One that has done nothing yet is started again only after a pause.
      if (kind === 'end' && hasWorked) {
        hasWorked = false;
        void threads.at(-1)?.terminate();
      }
      if (kind === 'fill') {
        const pages = Number(other.pragma('page_count', { simple: true }));
        await sql
          .raw(`pragma max_page_count = ${pages}`)
          .execute(db)
          .catch(() => {});
        await pause(15);
        await sql
          .raw('pragma max_page_count = 1000000')
          .execute(db)
          .catch(() => {});
      }
      if (kind === 'hold') await hold();
    }
  }

  async function hold() {
    try {
      other.exec('begin immediate');
    } catch {
      return; // Somebody else has it.
    }
    await pause(random.oneIn(5) ? 400 : 20);
    other.exec('rollback');
  }
});
