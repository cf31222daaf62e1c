import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { signUp } from '#tests/support/client/build-account.ts';
import { tus } from '#tests/support/client/tus.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { blobFile, blobIdOf } from '#tests/support/database/blob-of.ts';
import { bytes, sha256 } from '#tests/support/fixtures/bytes.ts';
import { checkSums } from '#tests/support/fixtures/sha256sum.ts';
import { smallInstallation } from '#tests/support/installations/small-installation.ts';
import { operate, operateJson, ownFolder } from '#tests/support/server/operator.ts';
import { startServer } from '#tests/support/server/start-server.ts';

/** Each command is a process of its own, and the machine may have others to run. */

type Exported = {
  files: number;
  folders: number;
  renamed: { name: string; path: string }[];
  damaged: { path: string }[];
};

/** What a Linux disk keeps as it is, and what others do not. */
const oddNames = [
  'back\\slash.txt',
  'line\nbreak.txt',
  'return\r.txt',
  ' space ',
  'dot.',
  '-rf',
  '*.?"<>|:',
  'con.txt',
  'ü & 50 %.jpg',
  'SHA256SUMS',
  `${'ö'.repeat(125)}.txt`,
  '日本',
  'tab\t.txt',
  '"quoted"',
];

describe('keepsake export', () => {
  test('writes what a person keeps, with names, dates and sums that sha256sum believes', async () => {
    const { server, person, files, folderId } = await smallInstallation();
    for (const name of oddNames) await uploadFile(person, { name, body: bytes(20, name) });
    await tus(person).begin({
      name: 'dated.bin',
      length: 5,
      body: bytes(5),
      lastModified: 1_000_000_000_000,
      folderId,
    });
    const folder = await ownFolder('export');
    const exported = await operateJson<Exported>(server, ['export', folder]);

    expect(exported).toMatchObject({ files: files.size + oddNames.length + 2, folders: 2, damaged: [] });
    expect(exported.renamed).toEqual([{ name: 'SHA256SUMS', path: 'SHA256SUMS (2)' }]);
    expect(checkSums(folder)).toBe('');
    expect((await readFile(join(folder, 'SHA256SUMS'), 'utf8')).trim().split('\n')).toHaveLength(exported.files);
    const inRoot = oddNames.map((name) => (name === 'SHA256SUMS' ? 'SHA256SUMS (2)' : name));
    expect((await readdir(folder)).toSorted()).toEqual(
      ['Album', 'SHA256SUMS', 'empty.txt', 'large.bin', 'tiny.txt', ...inRoot].toSorted(),
    );
    expect(await readdir(join(folder, 'Album'))).not.toContain('gone.bin');
    for (const [name, kept] of files) {
      const path = join(folder, kept.file.folderId === null ? '' : 'Album/Summer', name);
      expect([name, sha256(await readFile(path))]).toEqual([name, kept.sha256]);
      expect(Math.trunc((await stat(path)).mtimeMs)).toBe(kept.file.modifiedAt);
    }
    expect((await stat(join(folder, 'Album', 'dated.bin'))).mtimeMs).toBe(1_000_000_000_000);

    const [line = ''] = (await readFile(join(folder, 'SHA256SUMS'), 'utf8')).split('\n');
    await writeFile(join(folder, 'tiny.txt'), 'other');
    expect([line, checkSums(folder)]).toEqual([line, expect.stringContaining('tiny.txt: FAILED')]);
  });

  test('--portable writes names that every system can keep, each its own', async () => {
    const server = await startServer();
    const person = await signUp(server);
    for (const name of [...oddNames, '_.?"<>|:', 'CON_.txt', 'dot_'])
      await uploadFile(person, { name, body: bytes(3) });
    const folder = await ownFolder('export');
    const { files } = await operateJson<Exported>(server, ['export', folder, '--portable']);
    const names = await readdir(folder);
    expect(names).toHaveLength(files + 1);
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
    expect(names.filter((name) => /[<>:"|?*\\\p{Cc}]|[. ]$|^con\./iu.test(name))).toEqual([]);
    expect(checkSums(folder)).toBe('');
  });

  test('is of one person, who is named where there are several', async () => {
    const server = await startServer();
    const [ada, bob] = [await signUp(server), await signUp(server)];
    await uploadFile(ada, { name: 'ada.txt', body: bytes(3) });
    await uploadFile(bob, { name: 'bob.txt', body: bytes(3) });
    const folder = await ownFolder('export');
    expect((await operate(server, ['export', folder])).code).toBe(2);
    expect((await operate(server, ['export', folder, '--email', 'nobody@example.org'])).code).toBe(1);
    await operateJson(server, ['export', folder, '--email', bob.email.toUpperCase()]);
    expect(await readdir(folder)).toEqual(['SHA256SUMS', 'bob.txt']);
    expect((await operate(server, ['export', folder, '--email', bob.email])).code).toBe(1);
  });

  test('leaves out what is damaged, and says so', async () => {
    const { server, files } = await smallInstallation();
    const id = await blobIdOf(server, files.get('photo.raw')?.file.url ?? '');
    await rm(blobFile(server.dataFolder, id));
    const folder = await ownFolder('export');
    const { damaged } = await operateJson<Exported>(server, ['export', folder], 7);
    expect(damaged).toMatchObject([{ path: 'Album/Summer/photo.raw' }]);
    expect(checkSums(folder)).toBe('');
    expect(await readdir(join(folder, 'Album', 'Summer'))).toEqual(['note.txt']);
  });
});
