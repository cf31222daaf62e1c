import { execFileSync } from 'node:child_process';
import { readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { logIn, type Person } from '#tests/support/client/build-account.ts';
import { tus } from '#tests/support/client/tus.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { roomOf } from '#tests/support/database/account-usage.ts';
import { blobFile, blobIdOf } from '#tests/support/database/blob-of.ts';
import { query } from '#tests/support/database/query.ts';
import { bytes, sha256 } from '#tests/support/fixtures/bytes.ts';
import { fingerprint } from '#tests/support/installations/fingerprint.ts';
import { type SmallInstallation, smallInstallation } from '#tests/support/installations/small-installation.ts';
import {
  emptyInstallation,
  environmentOf,
  type Installation,
  operate,
  operateJson,
  operateKilled,
  ownFolder,
  serve,
} from '#tests/support/server/operator.ts';
import { runServer } from '#tests/support/server/run-server.ts';
import type { TestServer } from '#tests/support/server/start-server.ts';

/** Each command is a process of its own, and the machine may have others to run. */

/** With what some readers take for the end of a line. */
const brokenName = 'Letters\u2028and \u2029more';

type Restored = { snapshot: string; blobs: number; missing: string[] };

describe('a backup restored elsewhere', () => {
  let installation: SmallInstallation;
  let folder: string;
  let there: Installation;
  let restored: TestServer;
  let again: Person;
  let revision: number;

  beforeAll(async () => {
    installation = await smallInstallation();
    await installation.person.api.folders.create({ name: brokenName, parentId: null });
    folder = await ownFolder('backup');
    there = await emptyInstallation();
    // As an unpacked Google Takeout tells.
    const raw = await blobIdOf(installation.server, installation.files.get('photo.raw')?.file.url ?? '');
    await query(
      installation.server,
      `insert into told_facts (blob_id, taken_at, description) values ('${raw}', 1559984642000, 'At the lake')`,
    );
    // An upload that is under way is no part of a backup.
    await tus(installation.person).place({ name: 'half.bin', length: 1000, body: bytes(400) });
    await operateJson(installation.server, ['backup', folder]);
    // What comes later is not in it.
    await uploadFile(installation.person, { name: 'later.bin', body: bytes(10) });
    ({ revision } = await installation.person.api.folders.children({ id: 'root' }));
    await operateJson<Restored>(there, ['restore', folder]);
    restored = await serve(there);
    again = await logIn(restored, installation.person);
  });

  test('has every file, byte for byte, and no other', async () => {
    const { files, folders } = await again.api.folders.children({ id: 'root' });
    expect(files.map(({ name }) => name).toSorted()).toEqual(['empty.txt', 'large.bin', 'tiny.txt']);
    expect(folders.map(({ name }) => name)).toEqual(['Album', brokenName]);
    for (const [name, stored] of installation.files) {
      const response = await again.fetch(stored.file.url);
      expect([name, sha256(await response.arrayBuffer())]).toEqual([name, stored.sha256]);
    }
  });

  test('has what was told of a file by another', async () => {
    const id = installation.files.get('photo.raw')?.file.id ?? '';
    const takenAt = { local: '2019-06-08T09:04:02', offset: '+00:00', from: 'sidecar' };
    expect(await again.api.files.facts({ id })).toMatchObject({ state: 'read', takenAt, description: 'At the lake' });
  });

  test('counts the room that is used, and none for uploads that were under way', async () => {
    const before = await roomOf(installation.server, installation.person);
    expect(before.reserved).toBe(1000);
    expect(await roomOf(restored, again)).toEqual({ used: before.used - 10, reserved: 0 });
    expect(await operateJson(there, ['doctor', '--deep'])).toMatchObject({ findings: [] });
  });

  test('ends all sessions, and clients believe no revision that they have seen', async () => {
    const old = await fetch(new URL('/api/folders/root', restored.baseUrl), {
      headers: { cookie: installation.person.cookie, 'x-forwarded-for': installation.person.address },
    });
    expect(old.status).toBe(401);
    const response = await again.fetch('/api/live', { headers: { 'last-event-id': String(revision) } });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    while (!/event: (reset|change)/.test(text)) text += (await reader?.read())?.value ?? '';
    await reader?.cancel();
    expect(text).toContain('event: reset');
    expect((await again.api.folders.children({ id: 'root' })).revision).toBeGreaterThan(revision + 2 ** 31);
  });

  test('continues: what is stored there next is a change like any other, and a backup of it goes to the same folder', async () => {
    await uploadFile(again, { name: 'next.bin', body: bytes(2000, 'next') });
    expect(await operateJson(restored, ['backup', folder])).toMatchObject({ copied: 1 });
    expect(await operateJson(restored, ['verify-backup', folder])).toMatchObject({ faults: [] });
  });

  test('is refused where something is already, and changes nothing there', async () => {
    const full = await ownFolder('full');
    await writeFile(join(full, 'letter.txt'), 'Dear all');
    const before = await fingerprint(full);
    expect((await operate({ ...(await emptyInstallation()), dataFolder: full }, ['restore', folder])).code).toBe(1);
    expect(await fingerprint(full)).toEqual(before);
    expect(await operate(there, ['restore', folder])).toMatchObject({ code: 1 });
    if (installation.server.databaseUrl !== undefined) {
      const taken = { ...(await emptyInstallation()), databaseUrl: installation.server.databaseUrl };
      const { code, stderr } = await operate(taken, ['restore', folder]);
      expect([code, stderr]).toEqual([1, expect.stringContaining('database is not empty')]);
    }
  });
});

describe('a restore', () => {
  test('that is killed again and again resumes, and no server starts before it is done', async () => {
    const installation = await smallInstallation();
    for (let i = 0; i < 40; i += 1)
      await uploadFile(installation.person, { name: `${i}.bin`, body: bytes(20_000 + i, `many ${i}`) });
    const folder = await ownFolder('backup');
    await operateJson(installation.server, ['backup', folder]);
    const there = await emptyInstallation();
    for (const keptFiles of [1, 10, 20]) await operateKilled(there, ['restore', folder], keptFiles);
    expect(await blobsIn(there)).toBeGreaterThan(20);
    const { code, output } = await runServer(environmentOf(there));
    expect([code, output]).toEqual([1, expect.stringContaining('restore')]);
    await operateJson<Restored>(there, ['restore', folder]);
    const again = await logIn(await serve(there), installation.person);
    for (const [name, stored] of installation.files) {
      const response = await again.fetch(stored.file.url);
      expect([name, sha256(await response.arrayBuffer())]).toEqual([name, stored.sha256]);
    }
    expect(await operateJson(there, ['doctor', '--deep'])).toMatchObject({ findings: [] });
  });

  test('of a damaged backup stops; with --incomplete the rest is there and what is damaged is never served', async () => {
    const installation = await smallInstallation();
    const folder = await ownFolder('backup');
    await operateJson(installation.server, ['backup', folder]);
    const url = installation.files.get('photo.raw')?.file.url ?? '';
    const id = await blobIdOf(installation.server, url);
    await writeFile(blobFile(folder, id), bytes(700_000, 'rot'));
    const there = await emptyInstallation();
    const stopped = await operate(there, ['restore', folder]);
    expect([stopped.code, stopped.stderr]).toEqual([1, expect.stringContaining('--incomplete')]);
    expect(await operateJson<Restored>(there, ['restore', folder, '--incomplete'], 7)).toMatchObject({ missing: [id] });
    const server = await serve(there);
    server.expectLog(/Blob|blob/);
    const again = await logIn(server, installation.person);
    expect((await again.fetch(url)).status).toBe(500);
    const whole = await again.fetch(installation.files.get('note.txt')?.file.url ?? '');
    expect(sha256(await whole.arrayBuffer())).toBe(installation.files.get('note.txt')?.sha256);
    expect(await query(server, `select id from blobs where damaged_at is not null`)).toEqual([{ id }]);
  });

  test('reads no link and no pipe in the place of a file, wherever in the backup it is', async () => {
    const installation = await smallInstallation();
    const folder = await ownFolder('backup');
    const { name } = await operateJson<{ name: string }>(installation.server, ['backup', folder]);
    const outside = join(await ownFolder('outside'), 'moved');
    const small = blobFile(
      folder,
      await blobIdOf(installation.server, installation.files.get('tiny.txt')?.file.url ?? ''),
    );
    const there = await emptyInstallation();
    for (const path of [small, dirname(small), join(folder, 'snapshots', name, 'secret')]) {
      await rename(path, outside);
      await symlink(outside, path);
      const refused = [
        await operate(there, ['restore', folder]),
        await operate(installation.server, ['backup', folder]),
      ];
      for (const { code, stderr } of refused)
        expect([code, stderr]).toEqual([1, expect.stringContaining(`${path} is a symbolic link`)]);
      const { faults } = await operateJson<{ faults: { path: string }[] }>(there, ['verify-backup', folder], 7);
      expect(faults.map((fault) => fault.path)).toContain(relative(folder, path));
      await rm(path);
      await rename(outside, path);
    }
    await rm(small);
    execFileSync('mkfifo', [small]);
    expect((await operate(there, ['restore', folder])).stderr).toContain(`${small} is a pipe`);
  });

  test('takes no bytes that SHA256SUMS does not have', async () => {
    const installation = await smallInstallation();
    const folder = await ownFolder('backup');
    const { name } = await operateJson<{ name: string }>(installation.server, ['backup', folder]);
    const small = await blobIdOf(installation.server, installation.files.get('tiny.txt')?.file.url ?? '');
    const [sums, manifest] = ['SHA256SUMS', 'manifest.json'].map((file) => join(folder, 'snapshots', name, file));
    // Whoever prepares a backup makes its manifest fit.
    const lines = (await readFile(sums ?? '', 'utf8')).split('\n').filter((line) => !line.includes(small));
    await writeFile(sums ?? '', lines.join('\n'));
    const written = JSON.parse(await readFile(manifest ?? '', 'utf8')) as { manifest: object };
    const changed = { ...written.manifest, sums: sha256(Buffer.from(lines.join('\n'))) };
    const signed = { manifest: changed, sha256: sha256(Buffer.from(JSON.stringify(changed))) };
    await writeFile(manifest ?? '', `${JSON.stringify(signed, null, 2)}\n`);
    await writeFile(blobFile(folder, small), 'other bytes.');
    const { stderr } = await operate(await emptyInstallation(), ['restore', folder]);
    expect(stderr).toContain(`Blob ${small} cannot be restored`);
  });

  test('goes from this engine to SQLite and back', async () => {
    const installation = await smallInstallation();
    const folder = await ownFolder('backup');
    let from: Installation = installation.server;
    for (const to of [{ dataFolder: await ownFolder('empty'), databaseUrl: undefined }, await emptyInstallation()]) {
      const { blobs } = await operateJson<Restored>(from, ['backup', folder]);
      expect(await operateJson<Restored>(to, ['restore', folder])).toMatchObject({ blobs, missing: [] });
      const server = await serve(to);
      const again = await logIn(server, installation.person);
      for (const [name, stored] of installation.files) {
        const response = await again.fetch(stored.file.url);
        expect([name, sha256(await response.arrayBuffer())]).toEqual([name, stored.sha256]);
      }
      await server.stop();
      expect(await operateJson(to, ['doctor', '--deep'])).toMatchObject({ findings: [] });
      from = to;
    }
  });

  test('takes the snapshot that is named', async () => {
    const installation = await smallInstallation();
    const folder = await ownFolder('backup');
    const { name } = await operateJson<{ name: string }>(installation.server, ['backup', folder]);
    await installation.person.api.folders.create({ name: 'Later', parentId: null });
    await operateJson(installation.server, ['backup', folder]);
    const there = await emptyInstallation();
    expect((await operate(there, ['restore', folder, '--snapshot', 'yesterday'])).code).toBe(1);
    await operateJson(there, ['restore', folder, '--snapshot', name]);
    const again = await logIn(await serve(there), installation.person);
    expect((await again.api.folders.children({ id: 'root' })).folders.map((one) => one.name)).toEqual(['Album']);
  });
});

async function blobsIn({ dataFolder }: Installation): Promise<number> {
  return (await readdir(join(dataFolder, 'blobs'), { recursive: true })).filter((name) => /\/.{36}$/.test(name)).length;
}
