import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { type Person, personAt } from '#tests/support/client/build-account.ts';
import { blobFile, blobIdOf } from '#tests/support/database/blob-of.ts';
import { query } from '#tests/support/database/query.ts';
import { freshDatabase } from '#tests/support/engines/fresh-database.ts';
import { sha256 } from '#tests/support/fixtures/bytes.ts';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';
import { clusterPlace, withKeys } from '#tests/support/installations/migrated-installation.ts';
import { type SmallInstallation, smallInstallation } from '#tests/support/installations/small-installation.ts';
import {
  beginOperating,
  emptyInstallation,
  environmentOf,
  type Installation,
  operate,
  operateJson,
  ownFolder,
  serve,
} from '#tests/support/server/operator.ts';
import { runServer } from '#tests/support/server/run-server.ts';
import { startServer, type TestServer } from '#tests/support/server/start-server.ts';

/** Each command is a process of its own, and the machine may have others to run. */

type Moved = { blobs: number; missing: string[]; stoppedMs: number; settings: Record<string, string> };

describe('while the last things are copied', () => {
  test('people wait or are refused for the moment, and continue when the command dies', async () => {
    const installation = await machineInstallation();
    const place = await clusterPlace();
    const blob = await damageOne(installation);
    const refused = await operate(withKeys(installation.server), ['migrate', '--to', ...place.names]);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('--incomplete')]);
    await blob.repair();

    const target = new pg.Client({ connectionString: place.databaseUrl });
    await target.connect();
    await target.query('begin');
    await target.query('lock table versions in access exclusive mode');
    const { child, ended } = beginOperating(withKeys(installation.server), ['migrate', '--to', ...place.names]);
    const waiting = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    await waitFor(async () => (await query(place, waiting)).length > 0, { what: 'the last step' });
    child.kill('SIGSTOP');
    const answer = await makeFolder(installation.person, 'Now');
    expect([answer.status, await answer.json()]).toEqual([503, expect.objectContaining({ code: 'unavailable' })]);
    expect(answer.headers.get('retry-after')).toBe('5');
    expect((await installation.person.fetch('/api/folders/root/children')).status).toBe(200);
    child.kill('SIGKILL');
    await ended;
    expect((await makeFolder(installation.person, 'Then')).status).toBe(201);
    await target.end();

    expect(await runServer(environmentOf(place))).toEqual({ code: 1, output: expect.stringMatching(/not finished/) });
    // All bytes were there already.
    expect(await operateJson<Moved>(withKeys(installation.server), ['migrate', '--to', ...place.names])).toMatchObject({
      blobs: 0,
      missing: [],
    });
    const next = await serve(place);
    await expectAll(next, installation);
    const { folders } = await personAt(next, installation.person).api.folders.children({ id: 'root' });
    expect(folders.map(({ name }) => name)).toEqual(['Album', 'Then']);
  });
});

describe('an installation that was moved', () => {
  test('says where it went, starts no more, and continues when that is taken back', async () => {
    const installation = await machineInstallation();
    const place = await clusterPlace();
    const moved = await operateJson<Moved>(withKeys(installation.server), ['migrate', '--to', ...place.names]);
    expect(moved.settings['STORAGE_URL']).toBe(place.names[1]);
    expect(JSON.stringify(moved)).not.toContain(new URL(place.databaseUrl ?? '').password);
    await installation.server.stop();

    const { code, output } = await runServer(environmentOf(installation.server));
    expect([code, output]).toEqual([1, expect.stringMatching(/^This installation was migrated to postgres:.* s3:.*$/)]);
    expect(output).not.toContain(new URL(place.databaseUrl ?? '').password);
    const again = await operate(withKeys(installation.server), ['migrate', '--to', await ownFolder('other')]);
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('already')]);

    await operateJson(installation.server, ['migrate', '--undo']);
    expect(await operate(installation.server, ['migrate', '--undo'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('nothing to undo'),
    });
    await installation.server.restart();
    await expectAll(installation.server, installation);
    expect((await makeFolder(installation.person, 'Home')).status).toBe(201);
  });

  test('is at home at the new place once the same command is run again, when the last step is missing', async () => {
    const installation = await machineInstallation();
    const place = await clusterPlace();
    const command = ['migrate', '--to', ...place.names];
    await operateJson(withKeys(installation.server), command);
    const [gone] = await query(installation.server, 'select * from installation_migrations');
    await query(place, 'delete from installation');
    const { id, from_id: fromId } = gone ?? {};
    await query(
      place,
      `insert into installation_migrations values ('${String(id)}', '${String(fromId)}', 'coming', 'there', 1)`,
    );
    expect(await runServer(environmentOf(place))).toEqual({ code: 1, output: expect.stringMatching(/not finished/) });
    await operateJson(withKeys(installation.server), command);
    await expectAll(await serve(place), installation);
  });
});

describe('a move', () => {
  test('to PostgreSQL and another folder', async () => {
    const installation = await machineInstallation();
    const place: Installation = { dataFolder: await ownFolder('there'), databaseUrl: await freshDatabase() };
    await operateJson<Moved>(installation.server, ['migrate', '--to', place.databaseUrl ?? '', place.dataFolder]);
    await installation.server.stop();
    await expectAll(await serve(place), installation);
  });

  test('of an installation with damaged files leaves those damaged, when --incomplete asks for it', async () => {
    const installation = await machineInstallation();
    const { id, name, url } = await damageOne(installation);
    const there: Installation = { dataFolder: await ownFolder('there'), databaseUrl: undefined };
    const moved = await operateJson<Moved>(
      installation.server,
      ['migrate', '--incomplete', '--to', there.dataFolder],
      7,
    );
    expect(moved.missing).toEqual([id]);
    const next = await serve(there);
    next.expectLog(/Blob|blob/);
    expect((await personAt(next, installation.person).fetch(url)).status).toBe(500);
    installation.files.delete(name);
    await expectAll(next, installation);
    expect(await query(next, 'select id from blobs where damaged_at is not null')).toEqual([{ id }]);
  });

  test('lets people continue from the last change that they have seen', async () => {
    const installation = await machineInstallation();
    const { revision } = await installation.person.api.folders.children({ id: 'root' });
    const place = await clusterPlace();
    await operateJson(withKeys(installation.server), ['migrate', '--to', ...place.names]);
    const again = personAt(await serve(place), installation.person);
    await again.api.folders.create({ name: 'Next', parentId: null });
    const response = await again.fetch('/api/live', { headers: { 'last-event-id': String(revision) } });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    while (!/event: (reset|change)/.test(text)) text += (await reader?.read())?.value ?? '';
    await reader?.cancel();
    expect(text).not.toContain('reset');
  });

  test('is refused where it makes no sense, and changes nothing', async () => {
    const installation = await machineInstallation();
    const place = await clusterPlace();
    const [database = '', files = ''] = place.names;
    const other = await startServer();
    const used = other.settings['STORAGE_URL'] ?? '';
    const letters = await ownFolder('letters');
    await writeFile(join(letters, 'letter.txt'), 'Dear all');
    const taken = await machineInstallation();
    await taken.server.stop();
    const unreachable = files.replace(/endpoint=[^&]*/, `endpoint=${encodeURIComponent('http://127.0.0.1:9')}`);
    const wrongs: [string[], number, RegExp][] = [
      [[], 2, /^migrate takes --to/],
      [['--to', files], 2, /^migrate takes --to/],
      [['--to', database], 2, /^migrate takes --to/],
      [['--to', database, files, letters], 2, /^migrate takes --to/],
      [['--to', database, 'https://example.org'], 2, /^migrate takes --to/],
      [['--undo', '--to', database, files], 2, /takes no place/],
      [['--to', 'postgres://127.0.0.1:9/none', files], 1, /target database cannot be reached/],
      [['--to', database, unreachable], 1, /S3 server .* cannot be reached/],
      [['--to', database, files.replace('keepsake-tests', 'nobodys-bucket')], 1, /There is no bucket/],
      [['--to', other.databaseUrl ?? '', files], 1, /target database is not empty/],
      [['--to', database, used], 1, /files of another installation/],
      [['--to', letters], 1, /contains other files/],
      [['--to', taken.server.dataFolder], 1, /not empty/],
      [['--to', database, taken.server.dataFolder], 1, /not empty/],
      [['--to', installation.server.dataFolder], 8, /in use/],
    ];
    for (const [args, code, sentence] of wrongs) {
      const refused = await operate(withKeys(installation.server), ['migrate', ...args]);
      expect([args, refused.code, refused.stderr.trim()]).toEqual([args, code, expect.stringMatching(sentence)]);
      expect(refused.stderr.trim().split('\n')).toHaveLength(1);
    }
    const nothing = await operate(withKeys({ ...(await emptyInstallation()), databaseUrl: '' }), [
      'migrate',
      '--to',
      letters,
    ]);
    expect([nothing.code, nothing.stderr]).toEqual([1, expect.stringContaining('There is no Keepsake')]);
    expect((await makeFolder(installation.person, 'Still here')).status).toBe(201);
    await operateJson(withKeys(installation.server), ['migrate', '--to', ...place.names]);
  });
});

async function machineInstallation(): Promise<SmallInstallation> {
  return await smallInstallation({ env: { DATABASE_URL: '', STORAGE_URL: '' } });
}

/** Exchanges the bytes of a file on the disk; `repair` brings them back. */
async function damageOne({ server, files }: SmallInstallation) {
  const name = 'photo.raw';
  const url = files.get(name)?.file.url ?? '';
  const id = await blobIdOf(server, url);
  const path = blobFile(server.dataFolder, id);
  const good = await readFile(path);
  await rm(path);
  await writeFile(path, Buffer.alloc(good.length));
  return { id, name, url, repair: () => writeFile(path, good) };
}

/** Each file is served to the session that people had. */
async function expectAll(there: TestServer, { person, files }: SmallInstallation): Promise<void> {
  const again = personAt(there, person);
  for (const [name, stored] of files) {
    const response = await again.fetch(stored.file.url);
    expect([name, sha256(await response.arrayBuffer())]).toEqual([name, stored.sha256]);
  }
}

async function makeFolder(person: Person, name: string): Promise<Response> {
  return await person.fetch('/api/folders', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name, parentId: null }),
  });
}
