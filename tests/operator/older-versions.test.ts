import { copyFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { personAt, signUp, visit } from '#tests/support/client/build-account.ts';
import { insertPerson } from '#tests/support/database/insert-person.ts';
import { query, queryEach } from '#tests/support/database/query.ts';
import { sha256 } from '#tests/support/fixtures/bytes.ts';
import { fingerprint } from '#tests/support/installations/fingerprint.ts';
import {
  makeOlder,
  makeOlderTables,
  migrateAway,
  olderSteps,
  tableNames,
} from '#tests/support/installations/older-installation.ts';
import { olderBytes } from '#tests/support/installations/older-rows.ts';
import { smallInstallation } from '#tests/support/installations/small-installation.ts';
import {
  emptyInstallation,
  environmentOf,
  type Installation,
  operate,
  operateJson,
  ownFolder,
  serve,
} from '#tests/support/server/operator.ts';
import { runServer } from '#tests/support/server/run-server.ts';

/** The last step after which the tokens of sessions were stored as they are. */
const lastWithTokens = '006-installation-migrations';

type Rows = Record<string, Record<string, unknown>[]>;

/** Tables that need no row in an older installation, and why. */
const excepted = {
  installation_migrations: 'with a row it does not start; see below',
  moves: 'its name before step 006',
  session: 'see below',
  verification: 'filled only while a password is reset',
  search_accounts: 'filled by the server as it runs',
  search_names: 'filled by the server as it runs',
  search_words: 'filled by the server as it runs',
  server_days: 'filled by the server as it runs',
  nodes: 'filled by the server as it runs',
};

test('an older installation has a row in every table', async () => {
  const older = await emptyInstallation();
  await makeOlder(older, (await olderSteps()).at(-1) ?? '');
  const rows = await rowsOf(older);
  expect(Object.keys(rows).length).toBeGreaterThan(15);
  expect(Object.keys(rows).filter((table) => rows[table]?.length === 0)).toEqual([]);
});

test.each(await olderSteps())('data of a version that ended with %s is taken over, every row', async (step) => {
  const older = await emptyInstallation();
  await makeOlder(older, step);
  const before = await rowsOf(older);
  for (const copy of ['before-000-first.db', 'before-000-second.db'])
    await writeFile(join(older.dataFolder, copy), 'an earlier copy');

  const server = await serve(older);
  // What the older version knew of each row is the same; its columns are those that were read before.
  const after = await rowsOf(older);
  expect(narrowed(after, before)).toEqual(narrowed(before, before));
  const small = await query(older, `select sort_size from entries where name = 'small.bin'`);
  expect(await query(older, `select folders, files, bytes from folder_contents where folder_id = 'trash'`)).toEqual([
    { folders: 1, files: 0, bytes: small[0]?.['sort_size'] ?? 0 },
  ]);

  const person = await signUp(server);
  for (const table of ['entries', 'blobs', 'uploads'])
    await query(server, `update ${table} set account = '${person.uid}'`);
  const { folders } = await person.api.folders.children({ id: 'root' });
  const { files } = await person.api.folders.children({ id: folders.find(({ name }) => name === 'Ältere')?.id ?? '' });
  expect(files.map(({ name }) => name)).toEqual(['one.bin']);
  expect(sha256(await (await person.fetch(files[0]?.url ?? '')).arrayBuffer())).toBe(sha256(olderBytes));
  expect(
    await query(
      server,
      `select name, sort_name, sort_size from entries where parent_id is null and trashed_at is null order by id`,
    ),
  ).toEqual([
    { name: 'Ältere', sort_name: 'altere', sort_size: 0 },
    { name: 'Cafe\u0301', sort_name: 'cafe', sort_size: 0 },
  ]);
  expect(await query(server, `select sort_name, sort_size, sort_kind from entries where name = 'one.bin'`)).toEqual([
    { sort_name: 'one\u001fbin', sort_size: 20_000, sort_kind: 'unknown' },
  ]);
  // Names of which the case differs are no longer the same.
  await person.api.folders.create({ name: 'ältere', parentId: null });
  for (const name of ['Ältere', 'Café'])
    await expect(person.api.folders.create({ name, parentId: null })).rejects.toMatchObject({ code: 'name-taken' });

  await expectCopy(older, before);
  await server.stop();
});

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

describe('what was migrated by a version before step 006', () => {
  const step = '005-many-nodes';

  test('does not start, not a byte is changed, and `migrate --undo` brings it back with everything in it', async () => {
    const older = await emptyInstallation();
    await makeOlder(older, step);
    await migrateAway(older);
    const before = await rowsOf(older);
    const [folder, notes] = [await fingerprint(older.dataFolder), await query(older, 'select * from moves')];

    const started = await runServer(environmentOf(older));
    expect(started).toEqual({ code: 1, output: expect.stringContaining('was migrated to s3://new-home') });
    expect(await fingerprint(older.dataFolder)).toEqual(folder);
    expect(await query(older, 'select * from moves')).toEqual(notes);

    expect(await operateJson(older, ['migrate', '--undo'])).toEqual({ place: 's3://new-home' });
    expect(narrowed(await rowsOf(older), before)).toEqual(narrowed(before, before));
    expect(await query(older, 'select * from installation_migrations')).toEqual([]);
    const person = await signUp(await serve(older));
    expect(await person.api.folders.create({ name: 'New', parentId: null })).toMatchObject({ name: 'New' });
  });

  test('and was interrupted does not start, and resumes', async () => {
    const { server, person, files } = await smallInstallation();
    const target = await emptyInstallation();
    await makeOlderTables(target, step);
    await writeFile(join(target.dataFolder, 'lock'), '');
    const [source] = await query(server, 'select id from installation');
    await query(target, `insert into moves values ('new', '${String(source?.['id'])}', 'coming', '/srv/old', 12)`);
    const folder = await fingerprint(target.dataFolder);
    const started = await runServer(environmentOf(target));
    expect(started).toEqual({ code: 1, output: expect.stringContaining('was not finished') });
    expect(await fingerprint(target.dataFolder)).toEqual(folder);

    const place = [...(target.databaseUrl === undefined ? [] : [target.databaseUrl]), target.dataFolder];
    await operateJson(server, ['migrate', '--to', ...place]);
    expect(await query(target, 'select id from installation')).toEqual([{ id: 'new' }]);
    const there = personAt(await serve(target), person);
    for (const [name, { file, sha256: wanted }] of files)
      expect([name, sha256(await (await there.fetch(file.url)).arrayBuffer())]).toEqual([name, wanted]);
  });
});

/** The newest two copies are stored, and the newest is the database as it was. */
async function expectCopy({ dataFolder }: Installation, before: Rows): Promise<void> {
  const copies = (await readdir(dataFolder)).filter((name) => name.startsWith('before-')).toSorted();
  if (inject('database') === 'postgres') {
    expect(copies).toEqual(['before-000-first.db', 'before-000-second.db']);
    return;
  }
  expect(copies).toHaveLength(2);
  expect(copies[0]).toBe('before-000-second.db');
  const aside = await ownFolder('copy');
  await copyFile(join(dataFolder, copies[1] ?? ''), join(aside, 'keepsake.db'));
  expect(await rowsOf({ dataFolder: aside, databaseUrl: undefined })).toEqual(before);
}

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

async function rowsOf(installation: Installation): Promise<Rows> {
  const tables = (await tableNames(installation)).filter((name) => !Object.hasOwn(excepted, name));
  const all = await queryEach(
    installation,
    tables.map((table) => `select * from "${table}" order by 1`),
  );
  const rows: Rows = Object.fromEntries(tables.map((table, i) => [table, all[i] ?? []]));
  // A server takes its own.
  if (rows['leases'] !== undefined) rows['leases'] = rows['leases'].filter(({ name }) => name === 'older');
  // Step 022 adds that of Trash.
  if (rows['folder_contents'] !== undefined)
    rows['folder_contents'] = rows['folder_contents'].filter(({ folder_id: id }) => id !== 'trash');
  return rows;
}

/** Columns that a later step moved to another table, or did without. */
const movedAway = ['previews.account', 'previews.tries', 'blob_sums.sha256s', 'hand_overs.tried_at'];

/** What the server finds out of old blobs by itself, soon after its start, and what it compares and orders names by. */
const derived = ['ran_at', 'sha256', 'md5', 'verified_at', 'verified_to', 'name_key', 'sort_name'];

/** Only the tables and columns that `wanted` has, and none that a server fills by itself. */
function narrowed(rows: Rows, wanted: Rows): Rows {
  return Object.fromEntries(
    Object.keys(wanted).map((table) => [
      table,
      (rows[table] ?? []).map((row) =>
        Object.fromEntries(
          Object.entries(row).filter(
            ([column]) =>
              Object.hasOwn(wanted[table]?.[0] ?? {}, column) &&
              !derived.includes(column) &&
              !movedAway.includes(`${table}.${column}`),
          ),
        ),
      ),
    ]),
  );
}
