import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { migrateAuthTables } from '#server/accounts/auth/auth-tables.ts';
import { openDatabase } from '#server/database/open.ts';
import { freshDatabase } from '#tests/support/engines/fresh-database.ts';
import { atEndOfFile } from '#tests/support/fixtures/file-end.ts';

const nodes = 4;

test('nodes that start together on an empty database make its tables once', async () => {
  const url = await freshDatabase();
  const databases = await Promise.all(Array.from({ length: nodes }, () => openDatabase({ url, file: tmpdir() })));
  for (const { close } of databases) atEndOfFile(close);
  const outcomes = await Promise.allSettled(databases.map(({ forAuth }) => migrateAuthTables(forAuth)));
  expect(outcomes).toEqual(outcomes.map(() => ({ status: 'fulfilled', value: undefined })));
});
