import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kysely, sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { splitDriver } from '../driver/split-driver.ts';
import { sqliteEngine } from './sqlite.ts';

test('a statement has one plan, whatever values it is run with', async () => {
  const db = openDatabase();
  await sql`create table things (id integer primary key, state text)`.execute(db);
  await sql`create index waiting on things (id) where state = 'waiting'`.execute(db);
  const planFor = async (state: string) => {
    const { rows } = await sql<{
      detail: string;
    }>`explain query plan select id from things where state = ${state}`.execute(db);
    return rows.map(({ detail }) => detail);
  };
  // Were the value looked at, this one would have the index.
  expect(await planFor('waiting')).toEqual(await planFor('made'));
});

function openDatabase(): Kysely<unknown> {
  const folder = mkdtempSync(join(tmpdir(), 'keepsake-sqlite-'));
  const engine = sqliteEngine(join(folder, 'keepsake.db'), 1000);
  const db = new Kysely<unknown>({
    dialect: { ...engine.dialect, createDriver: () => splitDriver({ ...engine, onFailure: () => {} }) },
  });
  onTestFinished(async () => {
    await db.destroy();
    rmSync(folder, { recursive: true });
  });
  return db;
}
