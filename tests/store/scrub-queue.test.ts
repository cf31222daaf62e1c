import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenDatabase, openDatabase } from '#server/database/open.ts';
import { createScrubQueue } from './scrub-queue.ts';

const day = 24 * 60 * 60 * 1000;
const now = 1000 * day;

let folder: string;
let database: OpenDatabase;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keepsake-scrub-queue-'));
  database = await openDatabase({ url: undefined, file: join(folder, 'keepsake.db') });
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

test('what was verified by a clock that was ahead is due now, and then as all others', async () => {
  const { db } = database;
  const blob = (id: string, verifiedAt: number) => ({
    id,
    account: 'ada',
    size: 1,
    sha256: null,
    md5: null,
    created_at: 1,
    verified_at: verifiedAt,
  });
  await db
    .insertInto('blobs')
    .values([blob('fresh', now - day), blob('future', now + 365 * day), blob('node', now + 60_000), blob('old', 1)])
    .execute();
  const queue = createScrubQueue({ db, dueAfterMs: 3 * day, now: () => now });
  const dueIds = async () => (await queue.due()).map(({ id }) => id);
  expect(await dueIds()).toEqual(['future']);
  await queue.recordVerified('future');
  expect(await dueIds()).toEqual(['old']);
  await queue.recordVerified('old');
  expect(await dueIds()).toEqual([]);
  expect(await queue.untilNextIsDue()).toBe(2 * day);
});
