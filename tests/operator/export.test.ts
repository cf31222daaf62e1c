import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { signUp } from '#tests/support/client/build-account.ts';
import { tus } from '#tests/support/client/tus.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { blobFile, blobIdOf } from '#tests/support/database/blob-of.ts';
import { bytes, sha256 } from '#tests/support/fixtures/bytes.ts';
import { atEndOfFile } from '#tests/support/fixtures/file-end.ts';
import { projectFolder } from '#tests/support/fixtures/project-copy.ts';
import { checkSums } from '#tests/support/fixtures/sha256sum.ts';
import { fingerprint } from '#tests/support/installations/fingerprint.ts';
import { smallInstallation } from '#tests/support/installations/small-installation.ts';
import { environmentOf, operate, operateJson, ownFolder } from '#tests/support/server/operator.ts';
import { startServer } from '#tests/support/server/start-server.ts';

/** Each command is a process of its own, and the machine may have others to run. */

type Exported = {
  files: number;
  folders: number;
  renamed: { name: string; path: string }[];
  damaged: { path: string }[];
  others: string[];
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
    const { events } = await person.api.account.events({});
    expect(events[0]).toMatchObject({ kind: 'export', address: null, userAgent: null, subject: null });
    expect(exported.renamed).toEqual([{ name: 'SHA256SUMS', path: 'SHA256SUMS (2)' }]);
    expect(checkSums(folder)).toBe('');
    expect((await readFile(join(folder, 'SHA256SUMS'), 'utf8')).trim().split('\n')).toHaveLength(exported.files);
    const inRoot = oddNames.map((name) => (name === 'SHA256SUMS' ? 'SHA256SUMS (2)' : name));
    expect((await readdir(folder)).toSorted()).toEqual(
      ['Album', 'SHA256SUMS', 'empty.txt', 'large.bin', 'tiny.txt', ...inRoot].toSorted(),
    );
    expect(await readdir(join(folder, 'Album'))).not.toContain('gone.bin');
    for (const [name, stored] of files) {
      const path = join(folder, stored.file.folderId === null ? '' : 'Album/Summer', name);
      expect([name, sha256(await readFile(path))]).toEqual([name, stored.sha256]);
      expect(Math.trunc((await stat(path)).mtimeMs)).toBe(stored.file.modifiedAt);
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

  test('no name of a person meets one of its own', async () => {
    const server = await startServer();
    const person = await signUp(server);
    const file = await uploadFile(person, { name: 'first.bin', body: bytes(50_000, 'first') });
    await uploadFile(person, { name: `${file.id}.part`, body: bytes(60_000, 'second') });
    await uploadFile(person, { name: '.keepsake-export', body: bytes(70_000, 'third') });
    const folder = await ownFolder('export');
    const { files, renamed } = await operateJson<Exported>(server, ['export', folder]);
    expect([files, renamed]).toEqual([3, [{ name: '.keepsake-export', path: '.keepsake-export (2)' }]]);
    expect((await readdir(folder)).toSorted()).toEqual(
      ['.keepsake-export (2)', `${file.id}.part`, 'SHA256SUMS', 'first.bin'].toSorted(),
    );
    expect(sha256(await readFile(join(folder, `${file.id}.part`)))).toBe(sha256(bytes(60_000, 'second')));
    expect(checkSums(folder)).toBe('');
  });

  test('that was interrupted resumes, and names what was moved or removed since', async () => {
    const { server, person, files } = await smallInstallation();
    const folder = await ownFolder('export');
    await operateJson(server, ['export', folder]);
    const whole = await fingerprint(folder);
    // As a full disk leaves it.
    const drafts = join(folder, '.keepsake-export');
    await mkdir(drafts);
    const account = person.uid;
    await writeFile(join(drafts, 'request.json'), JSON.stringify({ account, isPortable: false, hasVersions: false }));
    await rm(join(folder, 'SHA256SUMS'));
    await rm(join(folder, 'Album', 'Summer', 'photo.raw'));
    await writeFile(join(folder, 'large.bin'), 'half');
    await writeFile(join(folder, 'older.txt'), 'moved since');
    const before = await stat(join(folder, 'Album', 'duplicate.bin'));

    const other = await operate(server, ['export', folder, '--portable']);
    expect([other.code, other.stderr]).toEqual([1, expect.stringContaining('was interrupted')]);
    const again = await operateJson<Exported>(server, ['export', folder]);
    expect(again).toMatchObject({ damaged: [], others: ['older.txt'] });
    await rm(join(folder, 'older.txt'));
    expect(Object.keys(await fingerprint(folder))).toEqual(Object.keys(whole));
    expect(checkSums(folder)).toBe('');
    expect((await stat(join(folder, 'Album', 'duplicate.bin'))).ino).toBe(before.ino);
    expect(again.files).toBe(files.size + 1);
  });

  test('can be repeated as it says when the disk was full', async () => {
    const { server } = await smallInstallation();
    const folder = await ownFolder('export');
    const keepsake = `${process.execPath} ${join(projectFolder, 'client/cli/keepsake.mjs')} export "$TARGET"`;
    const script = [
      'mount -t tmpfs -o size=600k none "$TARGET"',
      `! ${keepsake} 2> "$TARGET.said"`,
      'mount -o remount,size=64m "$TARGET"',
      keepsake,
      'cd "$TARGET"',
      'sha256sum --quiet -c SHA256SUMS',
      'ls -A',
    ].join(' && ');
    const { stdout } = await promisify(execFile)('unshare', ['-rm', 'sh', '-c', script], {
      env: { ...environmentOf(server), TARGET: folder },
    });
    atEndOfFile(() => rm(`${folder}.said`));
    expect(await readFile(`${folder}.said`, 'utf8')).toMatch(
      /^The target disk is full: free some space and run the same/m,
    );
    expect(stdout.trim().split('\n').slice(1)).toEqual(['Album', 'SHA256SUMS', 'empty.txt', 'large.bin', 'tiny.txt']);
  });

  test('--versions has what files were before, each with its date', async () => {
    const server = await startServer();
    const person = await signUp(server);
    const folderId = (await person.api.folders.create({ name: 'Album', parentId: null })).id;
    for (const round of [1, 2, 3])
      await uploadFile(person, { name: 'tree.jpg', body: bytes(40_000 * round, `${round}`), folderId });
    await uploadFile(person, { name: 'once.txt', body: bytes(10), folderId });
    const folder = await ownFolder('export');
    expect(await operateJson<Exported>(server, ['export', folder, '--versions'])).toMatchObject({ files: 4 });
    const earlier = join(folder, 'Earlier versions', 'Album');
    expect(await readdir(earlier)).toEqual(['tree (version 1).jpg', 'tree (version 2).jpg']);
    expect(sha256(await readFile(join(earlier, 'tree (version 2).jpg')))).toBe(sha256(bytes(80_000, '2')));
    expect(sha256(await readFile(join(folder, 'Album', 'tree.jpg')))).toBe(sha256(bytes(120_000, '3')));
    expect(checkSums(folder)).toBe('');
  });
});
