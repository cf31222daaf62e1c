import { spawnSync } from 'node:child_process';
import { mkdir, rename, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { signUp } from '#tests/support/client/build-account.ts';
import { growTree } from '#tests/support/client/large-tree.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { blobFile, blobIdOf } from '#tests/support/database/blob-of.ts';
import { indexWaitingNames } from '#tests/support/database/index-waiting-names.ts';
import { query } from '#tests/support/database/query.ts';
import { unchecked } from '#tests/support/database/unchecked.ts';
import { bytes, sha256 } from '#tests/support/fixtures/bytes.ts';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';
import { fingerprint } from '#tests/support/installations/fingerprint.ts';
import { type SmallInstallation, smallInstallation } from '#tests/support/installations/small-installation.ts';
import { operate, operateJson } from '#tests/support/server/operator.ts';
import { startServer } from '#tests/support/server/start-server.ts';

type Finding = { kind: string; subject: string; what: string };
type Told = { findings: Finding[]; quarantined: number };

const nobody = '01990000-0000-7000-8000-0000000000aa';

describe('keepsake doctor', () => {
  test('finds nothing where nothing is wrong, and changes nothing: beside a server, after a stop, after a kill', async () => {
    const { server } = await smallInstallation();
    expect(await operateJson<Told>(server, ['doctor', '--deep'])).toMatchObject({ findings: [], quarantined: 0 });
    for (const end of [() => server.stop(), () => server.kill('SIGKILL')]) {
      await end();
      const before = await fingerprint(server.dataFolder);
      expect(await operateJson<Told>(server, ['doctor', '--deep'])).toMatchObject({ findings: [] });
      expect(await fingerprint(server.dataFolder)).toEqual(before);
      await server.restart();
    }
  });

  test('finds nothing while people upload, rename and remove as fast as they can', async () => {
    const server = await startServer();
    const person = await signUp(server);
    let ended = false;
    let done = 0;
    const work = Promise.all([0, 1, 2].map((worker) => busy(worker)));
    await waitFor(() => done > 10, { what: 'some work' });
    for (let round = 0; round < 4; round += 1)
      expect(await operateJson<Told>(server, ['doctor', '--deep'])).toMatchObject({ findings: [] });
    ended = true;
    await work;

    async function busy(worker: number) {
      for (let i = 0; !ended; i += 1) {
        const file = await uploadFile(person, {
          name: `${worker} ${i}`,
          body: bytes(i % 3 === 0 ? 500_000 : 100 * i, `${worker} ${i}`),
        });
        await person.api.entries.update({ id: file.id, name: `${worker} ${i} again` });
        if (i % 2 === 0) await person.api.entries.remove({ id: file.id });
        done += 1;
      }
    }
  });

  test('finds nothing after a kill in the middle of copies, moves and deletions of many', async () => {
    const server = await startServer();
    const person = await signUp(server);
    const { id } = await growTree(person, { wide: 600, levels: 2, times: 2 });
    for (const isDeleting of [false, true]) {
      const { folder } = await person.api.entries.copy({ id, parentId: null });
      const work = [0, 1, 2].map((worker) => busy(worker, folder?.id ?? ''));
      await Promise.race(work);
      person.api.entries.copy({ id, parentId: null }).catch(() => {});
      await person.api.entries.remove({ id: folder?.id ?? '' });
      if (isDeleting) person.api.trash.empty().catch(() => {});
      await busy(3, id);
      await server.kill('SIGKILL');
      await Promise.allSettled(work);
      expect(await operateJson<Told>(server, ['doctor'])).toMatchObject({ findings: [] });
      await server.restart();
    }

    async function busy(worker: number, parentId: string) {
      for (let i = 0; i < 5; i += 1) {
        const name = `${worker} ${i}`;
        const inner = await person.api.folders.create({ name, parentId });
        const file = await uploadFile(person, { name, body: bytes(100 * i, name), folderId: inner.id });
        await person.api.entries.update({ id: file.id, parentId: null, name: `${name} ${file.id}` });
        await person.api.entries.remove({ id: inner.id });
      }
    }
  });

  test('finds each damage of bytes and rows, and no other', async () => {
    const installation = await smallInstallation();
    const { server, person, folderId } = installation;
    await indexWaitingNames(server, person, folderId);
    await server.stop();
    const planted = await plantAll(installation);
    const { findings } = await operateJson<Told>(server, ['doctor', '--deep'], 7);
    const told = findings.map(({ kind, subject }) => `${kind} ${subject}`).toSorted();
    expect(told).toEqual(planted.toSorted());
  });

  test('names the files of a damaged blob, and whose they are', async () => {
    const { server, person, files, folderId } = await smallInstallation();
    const id = await blobIdOf(server, files.get('photo.raw')?.file.url ?? '');
    await person.api.entries.update({ id: folderId, name: 'Al\u001b[2Jbum' });
    await server.stop();
    await rm(blobFile(server.dataFolder, id));
    const { findings } = await operateJson<Told>(server, ['doctor'], 7);
    expect(findings).toMatchObject([
      { subject: `blobs ${id}`, files: [`${person.email}: Al\u001b[2Jbum/Summer/photo.raw`] },
    ]);
    const { stdout } = await operate(server, ['doctor']);
    expect(stdout).toContain(`\n  ${person.email}: Al\\u{1b}[2Jbum/Summer/photo.raw\n`);
  });
});

/** One of each damage. Returns what the doctor has to tell. */
async function plantAll({ server, files, person, folderId }: SmallInstallation): Promise<string[]> {
  const { dataFolder } = server;
  const blobs = join(dataFolder, 'blobs');
  const fileOf = (name: string) => files.get(name)?.file.id ?? '';
  const idOf = (name: string) => blobIdOf(server, files.get(name)?.file.url ?? '');
  const planted: string[] = [];

  const photo = await idOf('photo.raw');
  await rm(blobFile(dataFolder, photo));
  planted.push(`missing-bytes blobs ${photo}`);
  const large = await idOf('large.bin');
  await truncate(blobFile(dataFolder, large), 49_999);
  planted.push(`wrong-size blobs ${large}`);
  const [duplicate] = await query(server, 'select id from blobs where size = 300000');
  const duplicateId = String(duplicate?.['id']);
  await writeFile(blobFile(dataFolder, duplicateId), bytes(300_000, 'rot'));
  planted.push(`wrong-bytes blobs ${duplicateId}`);

  await mkdir(join(blobs, 'aa'), { recursive: true });
  await writeFile(join(blobs, 'aa', nobody), 'nobody');
  planted.push(`orphan blobs/aa/${nobody}`);
  await writeFile(join(blobs, 'aa', `${nobody}.part`), 'half');
  planted.push(`leftover blobs/aa/${nobody}.part`);
  await writeFile(join(blobs, 'ab', nobody), 'in the wrong place');
  planted.push(`foreign-file blobs/ab/${nobody}`);
  await symlink('/etc/passwd', join(blobs, 'ac', '01990000-0000-7000-8000-0000000000ac'));
  planted.push('foreign-file blobs/ac/01990000-0000-7000-8000-0000000000ac');
  spawnSync('mkfifo', [join(blobs, 'ac', 'pipe')]);
  planted.push('foreign-file blobs/ac/pipe');
  await writeFile(join(dataFolder, 'letter.txt'), 'Dear all');
  planted.push('foreign-file letter.txt');
  await symlink('/tmp', join(dataFolder, 'elsewhere'));
  planted.push('foreign-file elsewhere');
  await writeFile(join(dataFolder, 'secret.new'), 'half');
  planted.push('leftover secret.new');
  await rename(join(dataFolder, 'outbox'), join(dataFolder, 'outbox-aside'));
  await symlink(join(dataFolder, 'outbox-aside'), join(dataFolder, 'outbox'));
  planted.push('foreign-file outbox', 'foreign-file outbox-aside');

  await unchecked(server, [
    // A folder that lies in itself.
    `update entries set parent_id = '${folderId}' where id = '${folderId}'`,
    `update entries set current_version = null where id = '${fileOf('tiny.txt')}'`,
    `update entries set parent_id = '${nobody}' where id = '${fileOf('empty.txt')}'`,
    `update accounts set used_bytes = used_bytes + 1, reserved_bytes = 5`,
    `insert into blobs (id, account, size, created_at, sha256) values ('${nobody}', '${person.uid}', 6, 1, '${sha256(new TextEncoder().encode('nobody'))}')`,
    `insert into blob_sums (blob_id, part, crc32s) select '${large}', 1, bytes from small_blobs limit 1`,
    `insert into previews (blob_id, state) values ('${large}', 'made')`,
    `insert into uploads (id, account, name, length, content_type, metadata, created_at, expires_at) values ('01990000-0000-7000-8000-0000000000ad', '${person.uid}', 'old', 5, 'text/plain', '{}', 1, 2)`,
    `insert into download_tokens (id, account, entry_id, token_hash, created_at) values ('${nobody}', '${person.uid}', '${folderId}', 'x', 1)`,
  ]);
  // What the account stores of each kind follows it.
  await query(server, `update entries set name_key = 'other', sort_size = 1 where id = '${fileOf('large.bin')}'`);
  await query(server, `delete from search_names where entry_id = '${fileOf('note.txt')}'`);
  await query(server, `update search_names set key = 'other' where entry_id = '${fileOf('tiny.txt')}'`);
  planted.push(`search entries ${fileOf('note.txt')}`, `search entries ${fileOf('tiny.txt')}`);
  planted.splice(planted.indexOf(`orphan blobs/aa/${nobody}`), 1);
  const inCircle = await query(
    server,
    `with recursive below(id) as (select id from entries where id = '${folderId}' union select entries.id from entries join below on entries.parent_id = below.id) select id from below`,
  );
  planted.push(...inCircle.map(({ id }) => `cycle entries ${String(id)}`));
  planted.push(`version entries ${fileOf('tiny.txt')}`, `reference entries ${fileOf('empty.txt')}`);
  planted.push(`size entries ${fileOf('large.bin')}`);
  planted.push(`name entries ${fileOf('large.bin')}`, `unused-blob blobs ${nobody}`, `sums blob_sums ${large}`);
  planted.push(`picture previews ${large}`, 'expired-upload uploads 01990000-0000-7000-8000-0000000000ad');
  planted.push(`reference download_tokens ${nobody}`);
  // The unused blob and the new upload count too.
  planted.push(`counter accounts ${person.uid}`);

  const [small] = await query(
    server,
    `select blob_id from small_blobs join blobs on blobs.id = blob_id where size > 1000`,
  );
  const smallId = String(small?.['blob_id']);
  await unchecked(server, [`update small_blobs set bytes = bytes || bytes where blob_id = '${smallId}'`]);
  planted.push(`small-blob small_blobs ${smallId}`);
  return planted;
}
