import { CompiledQuery } from 'kysely';
import { expect, test } from 'vitest';
import { systemScope } from '#server/drive/access/scope.ts';
import { lock } from '#server/drive/changes/hold-accounts.ts';
import { openDrive } from './open-drive.ts';

test('to hold an account takes no look at what its folders and operations are, however many it has', async () => {
  const { db } = await openDrive();
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
