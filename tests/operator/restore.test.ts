import { execFileSync } from 'node:child_process';
import { readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { logIn } from '#tests/support/client/build-account.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { blobFile, blobIdOf } from '#tests/support/database/blob-of.ts';
import { query } from '#tests/support/database/query.ts';
import { bytes, sha256 } from '#tests/support/fixtures/bytes.ts';
import { smallInstallation } from '#tests/support/installations/small-installation.ts';
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

type Restored = { snapshot: string; blobs: number; missing: string[] };

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
