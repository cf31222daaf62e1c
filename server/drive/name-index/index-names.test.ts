import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '#server/database/open.ts';
import { systemScope } from '../access/scope.ts';
import { foldVersion } from './fold.ts';
import { indexNames } from './index-names.ts';

test('one statement indexes names: new ones get the next rows of their account, others stay where they are', async () => {
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
  await sql`insert into accounts (user_id, revision, used_bytes, reserved_bytes, used_entries)
    values ('new', 0, 0, 0, 0), ('older', 0, 0, 0, 7)`.execute(db);
  const add = async (account: string, ...names: [id: string, name: string][]) => {
    for (const [id] of names)
      await sql`insert into entries (id, account, kind, name, name_key, created_at, modified_at)
        values (${id}, ${account}, 'folder', ${id}, ${id}, 0, 0) on conflict do nothing`.execute(db);
    await db.transaction().execute(async (trx) => {
      statements = 0;
      await indexNames(
        trx,
        systemScope(account),
        names.map(([id, name]) => ({ id, name })),
      );
      expect(statements).toBe(1);
    });
  };
  await add('new', ['a', 'Brücken 2019'], ['b', '写真']);
  await add('older', ['c', 'Brücken']);
  await add('new', ['d', 'Brücken'], ['a', 'Tunnel']);

  const [first, second] = [2 ** 32, 2 * 2 ** 32];
  expect(await db.selectFrom('search_accounts').selectAll().execute()).toEqual([
    { number: 1, account: 'new', version: foldVersion },
    { number: 2, account: 'older', version: 0 },
  ]);
  expect(await db.selectFrom('search_names').selectAll().orderBy('row').execute()).toEqual([
    { row: first, entry_id: 'a', key: 'tunnel' },
    { row: first + 1, entry_id: 'b', key: '写真' },
    { row: first + 2, entry_id: 'd', key: 'brucken' },
    { row: second, entry_id: 'c', key: 'brucken' },
  ]);
  expect(
    await db.selectFrom('search_words').select(['number', 'word']).orderBy('number').orderBy('word').execute(),
  ).toEqual([
    { number: 1, word: 'brucken' },
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
