/** The operator's commands where nodes have their rows in PostgreSQL and their files in S3. */
import { existsSync } from 'node:fs';
import { readdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import { logIn, type Person } from '#tests/support/client/build-account.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { blobFile, blobIdOf } from '#tests/support/database/blob-of.ts';
import { query } from '#tests/support/database/query.ts';
import { keyOf, knownBlobs, writeObject } from '#tests/support/database/s3-objects.ts';
import { leaveBlob, storedBlobs } from '#tests/support/database/stored-blobs.ts';
import { storeBytes } from '#tests/support/database/stored-bytes.ts';
import { storageOf } from '#tests/support/engines/storage.ts';
import { bytes, sha256 } from '#tests/support/fixtures/bytes.ts';
import { checkSums } from '#tests/support/fixtures/sha256sum.ts';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';
import { clusterPlace } from '#tests/support/installations/migrated-installation.ts';
import { type SmallInstallation, smallInstallation } from '#tests/support/installations/small-installation.ts';
import {
  beginOperating,
  environmentOf,
  type Installation,
  operate,
  operateJson,
  ownFolder,
  serve,
} from '#tests/support/server/operator.ts';
import { runServer } from '#tests/support/server/run-server.ts';
import type { TestServer } from '#tests/support/server/start-server.ts';

type Backup = { name: string; blobs: number; copied: number; missing: string[] };
type Restored = { blobs: number; missing: string[] };
type Finding = { kind: string; subject: string; files?: string[] };
type Told = { findings: Finding[]; fixed?: { moved: number; counted: number } };

/** More than one part of S3. */
const partsBytes = 9_000_000;
const waiting = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
const held = "select 1 from pg_locks where locktype = 'advisory' and classid = 1801807216 and objid = 1";

describe('an installation in S3', () => {
  let installation: SmallInstallation;
  let here: Installation;
  let folder: string;
  let first: Backup;

  beforeAll(async () => {
    installation = await smallInstallation();
    const body = bytes(partsBytes, 'parts');
    const file = await uploadFile(installation.person, { name: 'parts.bin', body });
    installation.files.set('parts.bin', { file, sha256: sha256(body) });
    here = placeOf(installation.server);
    folder = await ownFolder('backup');
    first = await operateJson<Backup>(here, ['backup', folder]);
  });

  test('is backed up while it is used, each file once, and every byte is compared', async () => {
    expect(first).toMatchObject({ missing: [], copied: first.blobs });
    await uploadFile(installation.person, { name: 'new.bin', body: bytes(20_000, 'new') });
    const second = await operateJson<Backup>(here, ['backup', folder]);
    expect(second).toMatchObject({ missing: [], copied: 1, blobs: first.blobs + 1 });
    expect(await operateJson(here, ['verify-backup', folder])).toMatchObject({ faults: [] });
    expect(checkSums(join(folder, 'snapshots', first.name))).toBe('');
    const [{ secret } = {}] = await query(here, 'select secret from installation');
    expect(await readFile(join(folder, 'snapshots', first.name, 'secret'), 'utf8')).toBe(`${String(secret)}\n`);
  });

  test('keeps the bytes of what is removed for good while a backup runs, and only then, also when it is killed', async () => {
    const { server, person } = installation;
    const own = await ownFolder('backup');
    const [during, after, later] = await Promise.all(
      ['during.bin', 'after.bin', 'later.bin'].map((name) => uploadFile(person, { name, body: bytes(60_000, name) })),
    );
    const idOf = async (file = during) => await blobIdOf(server, file?.url ?? '');
    const [duringId, afterId, laterId] = [await idOf(during), await idOf(after), await idOf(later)];
    const stored = async (id: string) => (await storedBlobs(server)).some((blob) => blob.id === id);
    // The backup stops at this table, with its view of the database.
    const unlock = await lockTable(here, 'account_events');
    await killWhenItWaits(here, ['backup', own]);
    await waitFor(async () => (await query(here, held)).length === 0, { what: 'the end of the hold' });
    await removeForGood(person, after?.id ?? '');
    await waitFor(async () => !(await stored(afterId)), { what: 'the removal of the bytes' });

    const running = beginOperating(here, ['backup', own, '--json']);
    await waitFor(async () => (await query(here, held)).length > 0 && (await query(here, waiting)).length > 0, {
      what: 'the next backup',
    });
    await removeForGood(person, during?.id ?? '');
    expect(await stored(duringId)).toBe(true);
    await unlock();
    const { code, stdout, stderr } = await running.ended;
    expect([code, stderr]).toEqual([0, '']);
    expect(JSON.parse(stdout)).toMatchObject({ missing: [] });
    expect(existsSync(blobFile(own, duringId))).toBe(true);
    expect(await operateJson(here, ['verify-backup', own])).toMatchObject({ faults: [] });
    await removeForGood(person, later?.id ?? '');
    await waitFor(async () => !(await stored(laterId)), { what: 'the removal of the bytes' });
  });

  test('is exported with earlier versions', async () => {
    const target = await ownFolder('export');
    const args = ['export', target, '--versions', '--email', installation.person.email];
    expect(await operateJson(here, args)).toMatchObject({ damaged: [], renamed: [] });
    expect(checkSums(target)).toBe('');
    expect(await readdir(join(target, 'Earlier versions'))).toEqual(['large (version 1).bin']);
    const parts = await readFile(join(target, 'parts.bin'));
    expect(sha256(parts)).toBe(installation.files.get('parts.bin')?.sha256);
  });

  test('is restored into a folder, from there into S3, and from S3 into S3', async () => {
    const machine: Installation = { dataFolder: await ownFolder('empty'), databaseUrl: undefined };
    const [cluster, other] = [await clusterPlace(), await clusterPlace()];
    const args = ['restore', folder, '--snapshot', first.name];
    expect(await operateJson<Restored>(machine, args)).toMatchObject({ blobs: first.blobs, missing: [] });
    const again = await ownFolder('backup');
    await operateJson(machine, ['backup', again]);
    await operateJson<Restored>(cluster, ['restore', again]);
    await restoreKilled(other, args);
    for (const place of [machine, cluster, other]) await expectAll(place);
    const refused = await operate(cluster, args);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('files of another installation')]);
    const empty = { ...cluster, databaseUrl: (await clusterPlace()).databaseUrl };
    expect((await operate(empty, args)).stderr).toContain('files of another installation');
    const taken = { ...(await clusterPlace()), databaseUrl: cluster.databaseUrl };
    expect((await operate(taken, args)).stderr).toContain('database is not empty');
    const apart = await operate({ ...other, databaseUrl: cluster.databaseUrl }, ['doctor']);
    expect([apart.code, apart.stderr]).toEqual([1, expect.stringContaining('do not belong together')]);
  });

  /** A restore that lacks a blob and one that is killed. Nothing else is done there before the same one has ended. */
  async function restoreKilled(place: Installation, args: string[]): Promise<void> {
    const photo = blobFile(
      folder,
      await blobIdOf(installation.server, installation.files.get('photo.raw')?.file.url ?? ''),
    );
    const aside = join(await ownFolder('aside'), 'photo');
    await rename(photo, aside);
    expect((await operate(place, args)).stderr).toContain(
      '1 blob is missing or damaged in the backup: restore them, or run the command again with --incomplete',
    );
    const tried = await operate(place, ['try-restore', folder]);
    expect([tried.code, tried.stderr]).toEqual([
      1,
      expect.stringContaining(
        '1 blob is missing or damaged in the backup: `keepsake verify-backup` names all that are.',
      ),
    ]);
    await rename(aside, photo);
    const unlock = await lockTable(place, 'blob_states');
    await killWhenItWaits(place, args);
    await unlock();
    expect(await runServer(environmentOf(place))).toEqual({ code: 1, output: expect.stringMatching(/not finished/) });
    expect((await operate(place, ['backup', await ownFolder('backup')])).stderr).toContain('was not finished');
    const another = await operate(place, ['restore', folder]);
    expect([another.code, another.stderr]).toEqual([1, expect.stringContaining(`--snapshot ${first.name}`)]);
    expect(await operateJson<Restored>(place, args)).toMatchObject({ blobs: first.blobs, missing: [] });
  }

  async function expectAll(place: Installation): Promise<void> {
    const server = await serve(place);
    const again = await logIn(server, installation.person);
    for (const [name, { file, sha256: expected }] of installation.files) {
      const response = await again.fetch(file.url);
      expect([name, sha256(await response.arrayBuffer())]).toEqual([name, expected]);
    }
    const next = await uploadFile(again, { name: 'next.bin', body: bytes(20_000, 'next') });
    expect((await again.fetch(next.url)).status).toBe(200);
    expect(await operateJson<Told>(place, ['doctor', '--deep'])).toMatchObject({ findings: [] });
    await server.stop();
  }
});

test('doctor finds each damage in S3 and no other, a backup what it cannot have; --fix corrects counters', async () => {
  const { server, person, files, folderId } = await smallInstallation();
  await uploadFile(person, { name: 'short.bin', body: bytes(60_000, 'short'), folderId });
  const lost = await uploadFile(person, { name: 'lost.bin', body: bytes(60_000, 'lost') });
  const short = await uploadFile(person, { name: 'cut.bin', body: bytes(60_000, 'cut') });
  const here = placeOf(server);
  expect(await operateJson<Told>(here, ['doctor', '--deep'])).toMatchObject({ findings: [] });
  await server.stop();
  const changedId = await blobIdOf(server, files.get('photo.raw')?.file.url ?? '');
  const [lostId, shortId] = [await blobIdOf(server, lost.url), await blobIdOf(server, short.url)];
  await storeBytes(server, changedId, Buffer.from(bytes(700_000, 'rot')));
  await storeBytes(server, lostId, undefined);
  await storeBytes(server, shortId, Buffer.from(bytes(100)));
  const orphan = '01990000-0000-7000-8000-0000000000aa';
  await leaveBlob(server, orphan);
  await query(here, `update blob_states set changed_at = 1 where blob_id = '${orphan}'`);
  const { prefix } = storageOf(server.dataFolder);
  await writeObject(`${prefix}/blobs/letter.txt`, Buffer.from('Dear all'));
  await query(here, 'update accounts set used_bytes = used_bytes + 7');

  const damage = [`blobs ${changedId}`, `blobs ${lostId}`, `blobs ${shortId}`];
  const others = [`${prefix}/blobs/${orphan}`, `${prefix}/blobs/letter.txt`];
  const quick = await operateJson<Told>(here, ['doctor'], 7);
  expect(quick.findings.map(({ subject }) => subject)).not.toContain(`blobs ${changedId}`);
  const { findings, fixed } = await operateJson<Told>(here, ['doctor', '--deep', '--fix'], 7);
  expect(fixed).toMatchObject({ counted: 1, moved: 0 });
  expect(findings.map(({ subject }) => subject).toSorted()).toEqual([...damage, ...others].toSorted());
  expect(Object.fromEntries(findings.map(({ kind, subject }) => [subject, kind]))).toEqual({
    [`blobs ${changedId}`]: 'wrong-bytes',
    [`blobs ${lostId}`]: 'missing-bytes',
    [`blobs ${shortId}`]: 'wrong-size',
    [`${prefix}/blobs/${orphan}`]: 'orphan',
    [`${prefix}/blobs/letter.txt`]: 'foreign-file',
  });
  expect(findings.find(({ subject }) => subject === `blobs ${changedId}`)?.files).toEqual([
    `${person.email}: Album/Summer/photo.raw`,
  ]);
  expect(await operateJson(here, ['doctor', '--undo'])).toMatchObject({ counted: 1 });
  expect((await knownBlobs(server)).length).toBeGreaterThan(0);
  const { missing } = await operateJson<Backup>(here, ['backup', await ownFolder('backup')], 7);
  expect(missing).toEqual([changedId, lostId, shortId].toSorted());
  await writeObject(await keyOf(server, changedId), Buffer.from(bytes(700_000, 'photo.raw')));
  expect((await operateJson<Told>(here, ['doctor', '--deep'], 7)).findings.map(({ subject }) => subject)).not.toContain(
    `blobs ${changedId}`,
  );
});

/** Whoever reads the table waits until the returned function is called. */
async function lockTable({ databaseUrl }: Installation, name: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('begin');
  await client.query(`lock table ${name} in access exclusive mode`);
  return () => client.end();
}

async function killWhenItWaits(place: Installation, args: string[]): Promise<void> {
  const { child, ended } = beginOperating(place, args);
  await waitFor(async () => (await query(place, waiting)).length > 0, { what: 'a command that waits' });
  child.kill('SIGKILL');
  expect((await ended).code).toBe(null);
  // PostgreSQL does not notice the end of whoever waits for a lock.
  await query(place, waiting.replace('select 1', 'select pg_terminate_backend(pid)'));
  await waitFor(async () => (await query(place, waiting)).length === 0, { what: 'the end of its connections' });
}

function placeOf({ dataFolder, databaseUrl }: TestServer): Installation {
  return { dataFolder, databaseUrl, storage: storageOf(dataFolder).settings };
}

async function removeForGood(person: Person, id: string): Promise<void> {
  await person.api.entries.remove({ id });
  await person.api.trash.remove({ id });
}
