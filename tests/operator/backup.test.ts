import { chmod, mkdir, readdir, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Person } from '#tests/support/client/build-account.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { blobFile, blobIdOf } from '#tests/support/database/blob-of.ts';
import { bytes } from '#tests/support/fixtures/bytes.ts';
import { createRandom } from '#tests/support/fixtures/random.ts';
import { checkSums } from '#tests/support/fixtures/sha256sum.ts';
import { fingerprint } from '#tests/support/installations/fingerprint.ts';
import { type SmallInstallation, smallInstallation } from '#tests/support/installations/small-installation.ts';
import { emptyInstallation, operate, operateJson, operateKilled, ownFolder } from '#tests/support/server/operator.ts';

/** Each command is a process of its own, and the machine may have others to run. */

type Backup = { name: string; blobs: number; copied: number; bytes: number; missing: string[] };
type Verified = { snapshots: string[]; files: number; faults: { kind: string; path: string }[] };

describe('a backup of a server that runs', () => {
  let installation: SmallInstallation;
  let folder: string;
  beforeAll(async () => {
    installation = await smallInstallation();
    folder = await ownFolder('backup');
  });

  test('has everything, and the next one copies only what is new', async () => {
    const first = await operateJson<Backup>(installation.server, ['backup', folder]);
    expect(first).toMatchObject({ missing: [] });
    expect(first.copied).toBe(first.blobs);
    await uploadFile(installation.person, { name: 'new.bin', body: bytes(90_000, 'new') });
    const second = await operateJson<Backup>(installation.server, ['backup', folder]);
    expect(second).toMatchObject({ copied: 1, blobs: first.blobs + 1 });
    const verified = await operateJson<Verified>(installation.server, ['verify-backup', folder]);
    expect(verified).toMatchObject({ snapshots: [first.name, second.name], faults: [] });
  });

  test('can be compared by anyone with sha256sum, and only its owner may read it', async () => {
    for (const snapshot of await readdir(join(folder, 'snapshots')))
      expect(checkSums(join(folder, 'snapshots', snapshot))).toBe('');
    for (const [path, description] of Object.entries(await fingerprint(folder)))
      expect([path, Number.parseInt(description, 8) & 0o077]).toEqual([path, 0]);
  });

  test('the oldest can be removed by hand; the next one removes the blobs that only it needed', async () => {
    const own = await ownFolder('backup');
    await operateJson(installation.server, ['backup', own]);
    const extra = blobFile(own, '01990000-0000-7000-8000-0000000000aa');
    await mkdir(dirname(extra), { recursive: true });
    await writeFile(extra, 'what an interrupted backup left');
    expect(await operateJson<Verified>(installation.server, ['verify-backup', own], 7)).toMatchObject({
      faults: [{ kind: 'extra' }],
    });
    const [oldest = ''] = await readdir(join(own, 'snapshots'));
    await operateJson(installation.server, ['backup', own]);
    await rm(join(own, 'snapshots', oldest), { recursive: true });
    await operateJson(installation.server, ['backup', own]);
    expect(await operateJson<Verified>(installation.server, ['verify-backup', own])).toMatchObject({ faults: [] });
    await expect(readFile(extra)).rejects.toThrow('ENOENT');
  });

  test('tells of bytes that are damaged and keeps the rest; a good copy that is there already stays', async () => {
    const own = await smallInstallation();
    const [before, after] = [await ownFolder('backup'), await ownFolder('backup')];
    await operateJson(own.server, ['backup', before]);
    const id = await blobIdOf(own.server, own.files.get('photo.raw')?.file.url ?? '');
    await writeFile(blobFile(own.server.dataFolder, id), bytes(700_000, 'rot'));
    expect((await operateJson<Backup>(own.server, ['backup', after], 7)).missing).toEqual([id]);
    expect(await operateJson<Verified>(own.server, ['verify-backup', after])).toMatchObject({ faults: [] });
    expect(await operateJson<Backup>(own.server, ['backup', before])).toMatchObject({ copied: 0, missing: [] });
    const told = await operate(own.server, ['backup', after]);
    expect(told.stdout).toContain('1 blob is missing or damaged: `keepsake doctor --deep` names the files.');
    expect((await operate(own.server, ['doctor', '--deep'])).stdout).toContain('photo.raw');
    const refused = await operate(own.server, ['migrate', '--to', await ownFolder('moved')]);
    expect(refused.stderr).toContain('1 blob is missing or damaged, and `keepsake doctor --deep` names the files');
  });

  test('keeps the bytes of what is removed for good meanwhile; the janitor gets them later', async () => {
    const { server, person } = installation;
    const stored = await uploadFile(person, { name: 'during.bin', body: bytes(60_000, 'during') });
    const later = await uploadFile(person, { name: 'after.bin', body: bytes(60_000, 'after') });
    const [duringId, afterId] = [await blobIdOf(server, stored.url), await blobIdOf(server, later.url)];
    const hold = new SqliteDatabase(join(server.dataFolder, 'backup-hold'));
    hold.exec('begin');
    hold.prepare('select name from sqlite_master').all();
    await removeForGood(person, stored.id);
    hold.close();
    await removeForGood(person, later.id);
    expect((await stat(blobFile(server.dataFolder, duringId))).size).toBe(60_000);
    await expect(stat(blobFile(server.dataFolder, afterId))).rejects.toThrow('ENOENT');
  });

  test('that is killed leaves nothing that holds the server or the next one up', async () => {
    const own = await ownFolder('backup');
    await operateKilled(installation.server, ['backup', own], 1);
    const unneeded = blobFile(own, '01990000-0000-7000-8000-0000000000aa');
    await mkdir(dirname(unneeded), { recursive: true });
    await writeFile(unneeded, 'of a snapshot that was removed from a full disk');
    await operateKilled(installation.server, ['backup', own], 3);
    await expect(readFile(unneeded)).rejects.toThrow('ENOENT');
    expect(await readdir(join(own, 'snapshots'))).toHaveLength(1);
    await writeFile(unneeded, 'of the backup that was killed');
    const verified = await operate(installation.server, ['verify-backup', own]);
    expect([verified.code, verified.stdout]).toEqual([7, expect.stringContaining('A backup was interrupted')]);
    const { faults } = await operateJson<Verified>(installation.server, ['verify-backup', own], 7);
    expect(faults).toContainEqual({ kind: 'unfinished', path: expect.stringMatching(/^snapshots/) });
    expect(faults).toContainEqual({ kind: 'unfinished', path: relative(own, unneeded) });
    expect(faults.filter(({ kind }) => kind !== 'unfinished')).toEqual([]);
    await operateJson(installation.server, ['backup', own]);
    expect(await operateJson<Verified>(installation.server, ['verify-backup', own])).toMatchObject({ faults: [] });
  });

  test('is refused where it makes no sense', async () => {
    const other = await ownFolder('other');
    await writeFile(join(other, 'letter.txt'), 'Dear all');
    const refused = await operate(installation.server, ['backup', other]);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('contains other files')]);
    expect((await operate(installation.server, ['backup', join(installation.server.dataFolder, 'backup')])).code).toBe(
      1,
    );
    expect((await operate(await emptyInstallation(), ['backup', folder])).code).toBe(1);
    expect((await operate(installation.server, ['backup'])).code).toBe(2);
    expect((await operate(installation.server, ['verify-backup', other])).code).toBe(1);
  });

  test('is not read while another command changes it', async () => {
    const lock = new SqliteDatabase(join(folder, 'lock'));
    lock.exec('begin exclusive');
    const there = await emptyInstallation();
    for (const command of ['verify-backup', 'restore', 'backup'])
      expect(await operate(command === 'restore' ? there : installation.server, [command, folder])).toEqual({
        code: 8,
        stdout: '',
        stderr: `The backups in ${folder} are in use by another command: wait until it has ended.\n`,
      });
    lock.close();
  });
});

describe('verify-backup finds each planted fault and no other', () => {
  test('in many rounds', async () => {
    const installation = await smallInstallation();
    const folder = await ownFolder('backup');
    await operateJson(installation.server, ['backup', folder]);
    await uploadFile(installation.person, { name: 'second.bin', body: bytes(120_000, 'second') });
    const { name } = await operateJson<Backup>(installation.server, ['backup', folder]);
    const random = createRandom(20);
    const good = await fingerprint(folder);
    const blobs = Object.keys(good).filter((path) => /^blobs\/..\/./.test(path));
    const others = Object.keys(good).filter((path) => path.startsWith(`snapshots/${name}/`) && !path.endsWith('/rows'));

    let planted = 0;
    for (let round = 0; round < 8; round += 1) {
      const expected: { kind: string; path: string }[] = [];
      const undo: (() => Promise<void>)[] = [];
      const [one = '', two = '', three = '', four = '', five = ''] = shuffled(blobs, random);
      await damage(one, 'changed', flip);
      await damage(two, 'missing', rm);
      await damage(three, 'changed', cutOrGrow);
      await swap(four, five);
      const extra = join(
        'blobs',
        one.split('/')[1] ?? '',
        `${one.split('/').at(-1)?.slice(0, -4)}0${random.between(10, 99)}`,
      );
      await plant(round % 2 === 0 ? extra : join('snapshots', name, 'letter.txt'));
      const other = others[round % others.length] ?? '';
      await damage(other, 'changed', flip);

      const { faults } = await operateJson<Verified>(installation.server, ['verify-backup', folder], 7);
      expect(faults.map(({ kind, path }) => ({ kind, path }))).toEqual(
        expected.toSorted((a, b) => (a.path < b.path ? -1 : 1)),
      );
      planted += expected.length;
      for (const step of undo.toReversed()) await step();
      expect(await fingerprint(folder)).toEqual(good);

      async function damage(path: string, kind: string, how: (path: string) => Promise<void>) {
        const content = await readFile(join(folder, path));
        undo.push(async () => {
          await writeFile(join(folder, path), content);
          await chmod(join(folder, path), 0o600);
        });
        await how(join(folder, path));
        expected.push({ kind, path });
      }

      async function swap(first: string, second: string) {
        const turn = async () => {
          const aside = join(folder, 'aside');
          await rename(join(folder, first), aside);
          await rename(join(folder, second), join(folder, first));
          await rename(aside, join(folder, second));
        };
        await turn();
        undo.push(turn);
        expected.push({ kind: 'changed', path: first }, { kind: 'changed', path: second });
      }

      async function plant(path: string) {
        await writeFile(join(folder, path), 'nobody needs this');
        undo.push(() => rm(join(folder, path)));
        expected.push({ kind: 'extra', path });
      }
    }
    console.log(`verify-backup: ${planted} faults planted, ${planted} found`);
    expect(await operateJson<Verified>(installation.server, ['verify-backup', folder])).toMatchObject({ faults: [] });
  });
});

async function removeForGood(person: Person, id: string): Promise<void> {
  await person.api.entries.remove({ id });
  await person.api.trash.remove({ id });
}

async function flip(path: string): Promise<void> {
  const content = await readFile(path);
  const at = Math.floor(content.length / 2);
  content[at] = (content[at] ?? 0) ^ 1;
  if (content.length === 0) await writeFile(path, 'x');
  else await writeFile(path, content);
}

/** An empty file cannot become shorter. */
async function cutOrGrow(path: string): Promise<void> {
  await truncate(path, (await stat(path)).size === 0 ? 1 : 0);
}

function shuffled(paths: string[], random: ReturnType<typeof createRandom>): string[] {
  const keyed = paths.map((path) => [random.next(), path] as const);
  return keyed.toSorted(([a], [b]) => a - b).map(([, path]) => path);
}
