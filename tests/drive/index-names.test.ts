import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '#server/database/open.ts';
import { systemScope } from '#server/drive/access/scope.ts';
import { foldVersion } from '#server/drive/name-index/fold.ts';
import { beginIndex, indexNames, indexTail } from '#server/drive/name-index/index-names.ts';

test('names of changes and of copies get the next rows of their account, and stay there', async () => {
  const { db, change } = await openAccounts('new', 'older');
  await db.transaction().execute((trx) => beginIndex(trx, { user_id: 'new', revision: 0 }));
  await change('new', ['a', 'Brücken 2019'], ['b', '写真']);
  await db.transaction().execute(async (trx) => {
    await indexTail(trx, 'new');
    // Nothing is found by changes of one that has no number.
    await indexTail(trx, 'older');
    await indexNames(trx, systemScope('older'), [{ id: 'c', name: 'Brücken' }]);
  });
  await change('new', ['d', 'Brücken'], ['a', 'Tunnel'], ['b', '写真'], ['gone', undefined]);
  await db.transaction().execute((trx) => indexNames(trx, systemScope('new'), [{ id: 'e', name: 'Copy' }]));

  const [first, second] = [2 ** 32, 2 * 2 ** 32];
  expect(await db.selectFrom('search_accounts').selectAll().execute()).toEqual([
    { number: 1, account: 'new', version: foldVersion, revision: 6 },
    { number: 2, account: 'older', version: 0, revision: 7 },
  ]);
  expect(await db.selectFrom('search_names').selectAll().orderBy('row').execute()).toEqual([
    { row: first, entry_id: 'a', key: 'tunnel' },
    { row: first + 1, entry_id: 'b', key: '写真' },
    { row: first + 2, entry_id: 'd', key: 'brucken' },
    { row: first + 3, entry_id: 'e', key: 'copy' },
    { row: second, entry_id: 'c', key: 'brucken' },
  ]);
  expect(
    await db.selectFrom('search_words').select(['number', 'word']).orderBy('number').orderBy('word').execute(),
  ).toEqual([
    { number: 1, word: 'brucken' },
    { number: 1, word: 'copy' },
    { number: 1, word: 'tunnel' },
    { number: 2, word: 'brucken' },
  ]);
  const withGram = async (gram: string) =>
    (await sql<{ rowid: number }>`select rowid from search_grams where search_grams match ${gram}`.execute(db)).rows;
  expect(await Promise.all(['bru', '201', '写', 'tun'].map(withGram))).toEqual([
    [{ rowid: first + 2 }, { rowid: second }],
    [],
    [{ rowid: first + 1 }],
    [{ rowid: first }],
  ]);
});

test('however many names there are, few statements index them', async () => {
  const { db, change, statementsOf } = await openAccounts('new');
  await db.transaction().execute((trx) => beginIndex(trx, { user_id: 'new', revision: 0 }));
  const add = (count: number, prefix: string) =>
    change('new', ...Array.from({ length: count }, (_, i): [string, string] => [`${prefix}${i}`, `${prefix} ${i}`]));
  await add(1, 'one');
  const ofOne = await statementsOf((trx) => indexTail(trx, 'new'));
  await add(200, 'many');
  expect(await statementsOf((trx) => indexTail(trx, 'new'))).toBe(ofOne);
  expect(await db.selectFrom('search_names').select('row').execute()).toHaveLength(201);
  expect(await statementsOf((trx) => indexTail(trx, 'new'))).toBe(1);
});

/** A database with accounts; `older` has had seven changes and has no number. */
async function openAccounts(...accounts: string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'keepsake-names-'));
  let statements = 0;
  const { db, close } = await openDatabase({
    url: undefined,
    file: join(folder, 'keepsake.db'),
    onStatement: () => void (statements += 1),
  });
  onTestFinished(async () => {
    await close();
    rmSync(folder, { recursive: true });
  });
  for (const account of accounts)
    await sql`insert into accounts (user_id, revision, used_bytes, reserved_bytes, used_entries)
      values (${account}, ${account === 'older' ? 7 : 0}, 0, 0, 0)`.execute(db);
  for (const [account, id] of [
    ['older', 'c'],
    ['new', 'e'],
  ] as const)
    if (accounts.includes(account)) await name(account, id, id);
  return { db, change, statementsOf };

  /** Records a change of each; an entry without a name is gone. */
  async function change(account: string, ...names: [id: string, name: string | undefined][]) {
    for (const [id, as] of names) {
      if (as !== undefined) await name(account, id, as);
      await sql`update accounts set revision = revision + 1 where user_id = ${account}`.execute(db);
      await sql`insert into changes (account, revision, entry_id, at)
        select user_id, revision, ${id}, 0 from accounts where user_id = ${account}`.execute(db);
    }
  }

  async function name(account: string, id: string, as: string) {
    await sql`insert into entries (id, account, kind, name, name_key, created_at, modified_at)
      values (${id}, ${account}, 'folder', ${as}, ${id}, 0, 0) on conflict do update set name = excluded.name`.execute(
      db,
    );
  }

  async function statementsOf(work: (trx: Parameters<typeof indexTail>[0]) => Promise<unknown>): Promise<number> {
    return await db.transaction().execute(async (trx) => {
      statements = 0;
      await work(trx);
      return statements;
    });
  }
}
