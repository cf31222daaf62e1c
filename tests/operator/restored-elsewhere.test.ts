import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { logIn, type Person } from '#tests/support/client/build-account.ts';
import { tus } from '#tests/support/client/tus.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { roomOf } from '#tests/support/database/account-usage.ts';
import { blobIdOf } from '#tests/support/database/blob-of.ts';
import { query } from '#tests/support/database/query.ts';
import { bytes, sha256 } from '#tests/support/fixtures/bytes.ts';
import { fingerprint } from '#tests/support/installations/fingerprint.ts';
import { type SmallInstallation, smallInstallation } from '#tests/support/installations/small-installation.ts';
import {
  emptyInstallation,
  type Installation,
  operate,
  operateJson,
  ownFolder,
  serve,
} from '#tests/support/server/operator.ts';
import type { TestServer } from '#tests/support/server/start-server.ts';

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
