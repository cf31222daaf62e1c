import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { type BackupState, backupState } from '#contract/records/backup-runs.ts';
import { blobFile, blobIdOf } from '#tests/support/database/blob-of.ts';
import { query } from '#tests/support/database/query.ts';
import { bytes } from '#tests/support/fixtures/bytes.ts';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';
import { type SmallInstallation, smallInstallation } from '#tests/support/installations/small-installation.ts';
import { atLastNoon } from '#tests/support/server/faketime.ts';
import { waitUntilReady } from '#tests/support/server/health.ts';
import { metricsPort } from '#tests/support/server/metrics.ts';
import { operate, ownFolder } from '#tests/support/server/operator.ts';
import { startServer, type TestServer } from '#tests/support/server/start-server.ts';

/** The tests follow each other on one server: each begins with the backups that the one before left. */
let small: SmallInstallation;
let server: TestServer;
let folder: string;
let metrics: Awaited<ReturnType<typeof metricsPort>>;
beforeAll(async () => {
  small = await smallInstallation();
  await query(
    small.server,
    `insert into people (account, role, state, state_at) values ('${small.person.uid}', 'administrator', 'active', 0)
      on conflict (account) do update set role = 'administrator'`,
  );
  await small.server.stop();
  folder = await ownFolder('nightly');
  metrics = await metricsPort();
  server = await startServer({
    dataFolder: small.server.dataFolder,
    env: {
      ...(small.server.databaseUrl !== undefined && { DATABASE_URL: small.server.databaseUrl }),
      BACKUP_FOLDER: folder,
      METRICS_PORT: metrics.port,
      ...atLastNoon(),
    },
  });
  server.expectLog(/A step of the backups did not end well/);
});

type Run = { kind: string; state: string; error: string | null };
const runs = async () =>
  (await query(server, 'select kind, state, error from backup_runs order by begun_at')) as unknown as Run[];
const ended = (kind: string, state: string) =>
  waitFor(async () => (await runs()).find((run) => run.kind === kind && run.state === state), {
    what: `a ${kind} that is ${state}`,
  });

/** Lets the next day come: what was done is forgotten, and the server looks again. */
async function anotherDay(): Promise<void> {
  await server.stop();
  await query(server, 'delete from backup_runs');
  await server.restart();
}

async function doctor(code: number): Promise<BackupState> {
  const settings = { BACKUP_FOLDER: folder };
  const ran = await operate({ ...small.server, storage: settings }, ['doctor', '--json']);
  expect(ran).toMatchObject({ code, stderr: '' });
  return backupState.parse((JSON.parse(ran.stdout) as { backups: unknown }).backups);
}

async function mails(): Promise<string[]> {
  const outbox = join(server.dataFolder, 'outbox');
  const names = (await readdir(outbox)).filter((name) => name.endsWith('.eml'));
  return await Promise.all(names.map((name) => readFile(join(outbox, name), 'utf8')));
}

test('a server takes a backup by itself, verifies it, and restores a sample of it', async () => {
  await ended('trial-restore', 'done');
  expect((await runs()).map(({ kind, state }) => `${kind} ${state}`)).toEqual([
    'backup done',
    'verification done',
    'thinning done',
    'trial-restore done',
  ]);
  const { state, backup, trialRestore } = await doctor(0);
  expect(state).toBe('good');
  expect(backup?.files).toBeGreaterThan(4);
  // So few files are all in the sample.
  expect(trialRestore).toMatchObject({ files: backup?.files, bytes: backup?.bytes });
  expect((await readdir(folder)).toSorted()).toEqual(['blobs', 'keepsake-backup', 'lock', 'snapshots']);
  expect(await metrics.sum('keepsake_backup_trouble')).toBe(0);
  expect(await metrics.sum('keepsake_backup_age_seconds')).toBeGreaterThanOrEqual(0);
  expect(await mails()).toEqual([]);
});

test('the doctor says that the folder has none of them, as on a machine to which the data was moved without it', async () => {
  const storage = { BACKUP_FOLDER: await ownFolder('moved') };
  const { code, stdout } = await operate({ ...small.server, storage }, ['doctor']);
  expect([code, stdout]).toEqual([7, expect.stringContaining('which has none of the backups that were taken')]);
});

test('one that a killed server left does not count, ends with it, and is taken again by the next start', async () => {
  await server.stop();
  await query(server, 'delete from backup_runs');
  await server.restart();
  await ended('backup', 'running');
  await server.kill('SIGKILL');
  await server.restart();
  await ended('trial-restore', 'done');
  expect((await runs()).filter(({ kind }) => kind === 'backup').map(({ state }) => state)).toEqual([
    'interrupted',
    'done',
  ]);
});

test('bytes that changed in the backup are found, told by mail, and keep old backups from being removed', async () => {
  const id = await blobIdOf(server, small.files.get('photo.raw')?.file.url ?? '');
  await writeFile(blobFile(folder, id), bytes(700_000, 'rot'));
  const before = await readdir(join(folder, 'snapshots'));
  await anotherDay();
  const { error } = await ended('verification', 'damaged');
  expect(error).toContain(id);
  for (const name of before) expect(error).toContain(name);
  expect((await runs()).map(({ kind }) => kind)).toEqual(['backup', 'verification']);
  expect(await readdir(join(folder, 'snapshots'))).toHaveLength(before.length + 1);
  const [mail] = await waitFor(async () => ((await mails()).length > 0 ? await mails() : undefined), {
    what: 'a mail',
  });
  expect(mail).toContain(`To: ${small.person.email}`);
  expect(mail).toContain('Subject: Keepsake found something wrong in the backups');
  expect(mail).toContain(id);
  expect((await doctor(7)).state).toBe('trouble');
  expect(await metrics.sum('keepsake_backup_trouble')).toBe(1);
  await rm(blobFile(folder, id));
});

test('the next one copies them again; of one day a single backup is kept', async () => {
  await anotherDay();
  await ended('thinning', 'done');
  expect(await readdir(join(folder, 'snapshots'))).toHaveLength(1);
  const id = await blobIdOf(server, small.files.get('photo.raw')?.file.url ?? '');
  expect((await stat(blobFile(folder, id))).size).toBe(700_000);
  await ended('trial-restore', 'done');
});

test('where the disk of the backups is not mounted, nothing is written in its place', async () => {
  await server.stop();
  await rename(folder, `${folder}-disk`);
  await mkdir(folder);
  await query(server, "update backup_runs set day = '2026-01-01'");
  await server.restart();
  const { error } = await ended('backup', 'failed');
  expect(error).toContain('mount the disk');
  expect(await readdir(folder)).toEqual([]);
  await rename(`${folder}-disk`, folder);
});

test('a folder that cannot be written is told, and the server goes on', async () => {
  await server.stop();
  await query(server, 'delete from backup_runs');
  await rm(join(folder, 'snapshots'), { recursive: true });
  await writeFile(join(folder, 'snapshots'), '');
  await server.restart();
  const { error } = await ended('backup', 'failed');
  expect(error).toContain('snapshots is not a folder');
  await waitFor(async () => (await mails()).some((mail) => mail.includes('could not back up everything')), {
    what: 'a mail',
  });
  await waitUntilReady(server);
  expect(existsSync(join(folder, 'trial'))).toBe(false);
});
