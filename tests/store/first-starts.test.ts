import { tmpdir } from 'node:os';
import pg from 'pg';
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

/** The key under which the library of the migrations (Kysely) locks them, in every version of Keepsake. */
const migrationLock = '3853314791062309107';

test('a start waits for a program that is updating the database, and says so', async () => {
  const url = (await freshDatabase()) ?? '';
  const other = new pg.Client({ connectionString: url });
  await other.connect();
  await other.query(`select pg_advisory_lock(${migrationLock})`);
  const said = Promise.withResolvers<string>();
  const opening = openDatabase({ url, file: tmpdir(), report: said.resolve });
  expect(await Promise.race([said.promise, opening])).toBe('Waiting for another program to update the database');
  await other.end();
  atEndOfFile((await opening).close);
});
