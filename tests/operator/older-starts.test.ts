import { expect, test } from 'vitest';
import { signUp, visit } from '#tests/support/client/build-account.ts';
import { insertPerson } from '#tests/support/database/insert-person.ts';
import { query } from '#tests/support/database/query.ts';
import { makeOlder, olderSteps } from '#tests/support/installations/older-installation.ts';
import {
  emptyInstallation,
  environmentOf,
  operate,
  operateJson,
  ownFolder,
  serve,
} from '#tests/support/server/operator.ts';
import { runServer } from '#tests/support/server/run-server.ts';

/** The last step after which the tokens of sessions were stored as they are. */
const lastWithTokens = '006-installation-migrations';

test('the first start of this version records what each step did, and every further one compares it', async () => {
  const older = await emptyInstallation();
  await makeOlder(older, '005-many-nodes');
  // No command does what the first start does: a server of that version may still run.
  for (const args of [
    ['people', 'list'],
    ['search-index', 'rebuild'],
    ['admin', 'ada@example.org'],
    ['doctor'],
    ['doctor', '--undo'],
  ])
    expect([args, (await operate(older, args)).stderr]).toEqual([
      args,
      expect.stringMatching(/made by another version/),
    ]);
  const server = await serve(older);
  const recorded = await query(server, 'select name, checksum from kysely_migration order by name');
  expect(recorded.length).toBeGreaterThan(5);
  expect(recorded.filter(({ checksum }) => !/^[0-9a-f]{64}$/.test(String(checksum)))).toEqual([]);
  await server.stop();
  await query(server, `update kysely_migration set checksum = 'other' where name = '004-integrity'`);
  const { code, output } = await runServer(environmentOf(older));
  expect([code, output]).toEqual([1, expect.stringMatching(/^[^\n]* 004-integrity of the database differs[^\n]*$/)]);
  const doctor = await operate(older, ['doctor']);
  expect([doctor.code, doctor.stderr.trim()]).toEqual([1, output.trim()]);
});

test('tables that a step does not fit are explained in a sentence', async () => {
  const older = await emptyInstallation();
  await makeOlder(older, '004-integrity');
  await query(older, 'create table leases (id text)');
  const before = await query(older, 'select name from kysely_migration order by name');
  const { code, output } = await runServer(environmentOf(older));
  expect([code, output.trim()]).toEqual([
    1,
    expect.stringMatching(/^The database could not be upgraded to this version \(step 005-many-nodes\): [^\n]*$/),
  ]);
  expect(await query(older, 'select name from kysely_migration order by name')).toEqual(before);
});

test('a session of a version that stored its token stays valid, and the token is no longer there', async () => {
  const older = await emptyInstallation();
  await makeOlder(older, lastWithTokens);
  const { cookies } = await insertPerson({ ...older, settings: {} }, { isOld: true });
  const token = decodeURIComponent(Object.values(cookies)[0] ?? '').split('.')[0];
  expect(await query(older, 'select token from session')).toEqual([{ token }]);

  const server = await serve(older);
  expect((await visit(server, cookies).fetch('/api/folders/root')).status).toBe(200);
  expect(JSON.stringify(await query(older, 'select * from session'))).not.toContain(token);
});

test('a backup of what was taken over can be restored', async () => {
  const older = await emptyInstallation();
  await makeOlder(older, (await olderSteps())[0] ?? '');
  await signUp(await serve(older));
  const folder = await ownFolder('backup');
  // The rows of the older version belong to nobody who can log in, and are stored all the same.
  await operateJson(older, ['backup', folder]);
  const there = await emptyInstallation();
  await operateJson(there, ['restore', folder]);
  expect(await query(there, 'select id, name from entries order by id')).toEqual(
    await query(older, 'select id, name from entries order by id'),
  );
});
