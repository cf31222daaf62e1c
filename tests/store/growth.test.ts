import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenDatabase, openDatabase } from '#server/database/open.ts';
import { createDays } from './days.ts';

const dayMs = 24 * 60 * 60 * 1000;

let folder: string;
let database: OpenDatabase;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keepsake-days-'));
  database = await openDatabase({ url: undefined, file: join(folder, 'keepsake.db') });
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

test('growth is that of the last days, whatever a clock noted that was ahead', async () => {
  let [day, bytes] = [1000, 0];
  const days = createDays({ db: database.db, usedBytes: async () => bytes, now: () => day * dayMs });
  for (const [at, used] of [
    [1000, 100],
    [1365, 150],
    [1010, 1100],
  ] as const) {
    [day, bytes] = [at, used];
    await days.note();
  }
  expect(await days.growth()).toBe(100);
});
