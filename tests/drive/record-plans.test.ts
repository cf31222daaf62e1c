import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Compilable, CompiledQuery } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { type Database, openDatabase } from '#server/database/open.ts';
import { systemScope } from '#server/drive/access/scope.ts';
import { selectCurrentObjects } from '#server/drive/objects/object-records.ts';
import { selectEntriesOf, selectFiles } from '#server/drive/tree/records.ts';

test('files are listed without what only folders have', async () => {
  const { db, scope } = await open();
  const plan = (await planOf(db, selectFiles(db, scope))).join();
  expect(plan).toContain('versions');
  expect(plan).not.toMatch(/folder_contents|inside/);
});

test('entries are read by their ids, however many, and not by the index of all that their account has', async () => {
  const { db, scope } = await open();
  const ids = Array.from({ length: 200 }, (_, at) => `entry ${at}`);
  for (const query of [selectEntriesOf(db, scope, ids), selectCurrentObjects(db, scope).where('entries.id', 'in', ids)])
    expect(await planOf(db, query)).toContainEqual(expect.stringMatching(/^SEARCH entries USING INDEX \w+ \(id=\?\)$/));
});

async function open() {
  const folder = await mkdtemp(join(tmpdir(), 'keepsake-records-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const { db, close } = await openDatabase({ url: undefined, file: join(folder, 'keepsake.db') });
  onTestFinished(close);
  return { db, scope: systemScope('ada') };
}

async function planOf(db: Database, query: Compilable): Promise<string[]> {
  const { sql, parameters } = query.compile();
  const { rows } = await db.executeQuery<{ detail: string }>(
    CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]),
  );
  return rows.map(({ detail }) => detail);
}
