import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CompiledQuery } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '#server/database/open.ts';
import { systemScope } from '../access/scope.ts';
import { lock } from './hold-accounts.ts';

test('to hold an account takes no look at what its folders and operations are, however many it has', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'keepsake-accounts-'));
  const { db, close } = await openDatabase({ url: undefined, file: join(folder, 'keepsake.db') });
  onTestFinished(async () => {
    await close();
    rmSync(folder, { recursive: true });
  });
  const { sql, parameters } = lock(db, [systemScope('somebody')]).compile();
  const { rows } = await db.executeQuery<{ opcode: string }>(CompiledQuery.raw(`explain ${sql}`, [...parameters]));
  const looks = rows.filter(({ opcode }) => opcode === 'FkCounter').length;
  const referring = await db.executeQuery(
    CompiledQuery.raw(
      `select m.name from sqlite_master as m, pragma_foreign_key_list(m.name) as f where f."table" = 'accounts'`,
    ),
  );
  // One for each when a row is inserted, which nothing refers to yet; none for what is there.
  expect(looks).toBe(referring.rows.length);
});
