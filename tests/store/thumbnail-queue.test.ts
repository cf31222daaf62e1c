import { CompiledQuery, sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Database } from '#server/database/open.ts';
import { createTransactions } from '#server/drive/changes/transactions.ts';
import { createDamage } from '#server/integrity/damage-records.ts';
import { createThumbnailQueue, selectAccounts, selectFirst } from '#server/jobs/thumbnail-queue.ts';
import { bothEngines } from './both-engines.ts';

describe.each(bothEngines)('on $engine', ({ engine, open }) => {
  test('thumbnails are made for the accounts in turn', async () => {
    const { db } = await open();
    await want(db, [
      ['many', 30],
      ['one', 1],
      ['two', 2],
    ]);
    const queue = queueOf(db);
    const order = (await queue.next()).map(({ blobId }) => blobId);
    expect(order.slice(0, 6)).toEqual(['many-00', 'one-00', 'two-00', 'many-01', 'two-01', 'many-02']);
    // Those that were there before come after what is new.
    await db.updateTable('facts').set({ is_later: 1 }).where('blob_id', '=', 'two-00').execute();
    expect((await queue.next()).map(({ blobId }) => blobId).slice(0, 3)).toEqual(['many-00', 'one-00', 'two-01']);
    // One that failed comes after those of its account that were not tried.
    await queue.countTries('many-00', 1);
    expect((await queue.next())[0]?.blobId).toBe('many-01');
  });

  test('what is next is read while others write', async () => {
    const { db } = await open();
    await want(db, [['ada', 1]]);
    const next = db.transaction().execute(async (trx) => {
      await trx
        .updateTable('installation')
        .set((eb) => ({ id: eb.ref('id') }))
        .execute();
      return await queueOf(db).next();
    });
    expect((await next).map(({ blobId }) => blobId)).toEqual(['ada-00']);
  });

  test('each of many accounts has its turn before one has its second', async () => {
    const { db } = await open();
    const accounts = Array.from({ length: 50 }, (_, i) => `account-${String(i).padStart(2, '0')}`);
    await want(
      db,
      accounts.map((account) => [account, 2]),
    );
    const queue = queueOf(db);
    const found = [...(await queue.next()), ...(await queue.next()), ...(await queue.next())];
    expect(new Set(found.slice(0, 50).map(({ account }) => account)).size).toBe(50);
    expect(found[50]?.account).toBe(accounts[0]);
  });

  test('it is the turn of each account, in whichever order the database has them', async () => {
    const { db } = await open();
    if (engine === 'PostgreSQL')
      await sql`alter table facts alter column account type text collate "en-x-icu"`.execute(db);
    await want(db, [
      ['a', 2],
      ['B', 2],
    ]);
    const queue = queueOf(db);
    for (let turn = 0; turn < 4; turn += 1)
      expect((await queue.next()).map(({ account }) => account).toSorted()).toEqual(['B', 'B', 'a', 'a']);
  });

  test('what failed too often is given up, and what is damaged waits for its repair; neither holds up the rest', async () => {
    const { db } = await open();
    await want(db, [['ada', 60]]);
    await db.updateTable('facts').set({ tries: 3 }).where('blob_id', '<', 'ada-10').execute();
    await db
      .updateTable('blobs')
      .set({ damaged_at: 1 })
      .where('id', '>=', 'ada-10')
      .where('id', '<', 'ada-55')
      .execute();
    const queue = queueOf(db);
    expect((await queue.next()).map(({ blobId }) => blobId)).toEqual([
      'ada-55',
      'ada-56',
      'ada-57',
      'ada-58',
      'ada-59',
    ]);
    for (const number of [55, 56, 57, 58, 59])
      await queue.settle(`ada-${number}`, { picture: undefined, facts: undefined });
    expect(await queue.next()).toEqual([]);
    const blobs = { quarantine: async () => {} } as never;
    const damage = createDamage({ db, blobs, mayRemoveBytes: async () => true, now: Date.now, report: () => {} });
    await damage.clear('ada-30');
    expect(await queue.next()).toEqual([{ blobId: 'ada-30', account: 'ada' }]);
  });

  test('the next ones are found by steps in an index, however many wait', async () => {
    const { db } = await open();
    await want(db, [
      ['ada', 3000],
      ['bob', 1],
    ]);
    if (engine === 'PostgreSQL') await sql`analyze`.execute(db);
    for (const query of [selectAccounts('a', 20), selectFirst(db, 'ada', 20)]) {
      const { sql: text, parameters } = query.compile(db);
      const plan = await planOf(db, engine, text, parameters);
      expect(plan).toMatch(/facts_waiting/);
      expect(plan).not.toMatch(/SCAN facts|TEMP B-TREE|Seq Scan on facts|Sort|Hash/);
      if (engine === 'PostgreSQL') expect(Math.max(...rowsIn(plan))).toBeLessThanOrEqual(21);
    }
  });
});

function queueOf(db: Database) {
  return createThumbnailQueue({ db, transactions: createTransactions({ db, now: Date.now, onCommit: () => {} }) });
}

async function want(db: Database, wanted: [account: string, blobs: number][]): Promise<void> {
  for (const [account, count] of wanted) {
    await db
      .insertInto('accounts')
      .values({ user_id: account, revision: 0, used_bytes: 0, reserved_bytes: 0, used_entries: 0 })
      .execute();
    const ids = Array.from({ length: count }, (_, i) => `${account}-${String(i).padStart(2, '0')}`);
    for (let at = 0; at < count; at += 500) {
      const group = ids.slice(at, at + 500);
      const blob = { account, size: 1, created_at: 0, sha256: null, md5: null };
      await db
        .insertInto('blobs')
        .values(group.map((id) => ({ id, ...blob })))
        .execute();
      await db
        .insertInto('facts')
        .values(group.map((blob_id) => ({ blob_id, account, state: 'waiting' as const })))
        .execute();
    }
  }
}

/** The plan of a statement in words; that of PostgreSQL says how many rows each step read. */
async function planOf(db: Database, engine: string, text: string, parameters: readonly unknown[]): Promise<string> {
  const explain = engine === 'PostgreSQL' ? 'explain analyze ' : 'explain query plan ';
  const { rows } = await db.executeQuery<Record<string, unknown>>(CompiledQuery.raw(explain + text, [...parameters]));
  return rows.map((row) => String(row['QUERY PLAN'] ?? row['detail'])).join('\n');
}

function rowsIn(plan: string): number[] {
  return [...plan.matchAll(/actual [^)]*rows=(\d+)/g)].map(([, rows]) => Number(rows));
}
