import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { backupPaths, makeBackupFolder } from './backup-folder.ts';
import { chooseSnapshot, lastSnapshot } from './choose-snapshot.ts';
import { nextSequence, writeManifest } from './snapshots.ts';

let root = '';

afterEach(() => rm(root, { recursive: true }));

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'keepsake-snapshots-'));
  await makeBackupFolder(root);
});

test('the one that was taken last is chosen, also after one of a clock that was ahead', async () => {
  await take({ name: '2027-01-01', sequence: 1 });
  await take({ name: '2026-03-01', sequence: 2 });
  expect((await chooseSnapshot(root, undefined)).name).toBe('2026-03-01');
  expect((await chooseSnapshot(root, '2027-01-01')).name).toBe('2027-01-01');
});

test('those of older versions come first, in the order of their times', async () => {
  await take({ name: '2026-02-01' });
  await take({ name: '2026-01-01' });
  expect((await chooseSnapshot(root, undefined)).name).toBe('2026-02-01');
  await take({ name: '2025-12-01', sequence: 1 });
  expect((await chooseSnapshot(root, undefined)).name).toBe('2025-12-01');
});

test('of several installations one has to be named, but not where one goes on after another', async () => {
  await take({ name: '2026-01-01', sequence: 1, installation: 'one' });
  await take({ name: '2026-01-02', sequence: 2, installation: 'other' });
  expect((await chooseSnapshot(root, undefined)).name).toBe('2026-01-02');
  await take({ name: '2026-01-03', sequence: 3, installation: 'one' });
  await expect(chooseSnapshot(root, undefined)).rejects.toThrow(
    'choose one with --snapshot. The last of two of them are 2026-01-03 and 2026-01-02.',
  );
  expect((await chooseSnapshot(root, '2026-01-02')).name).toBe('2026-01-02');
  expect((await lastSnapshot(root)).name).toBe('2026-01-03');
});

test('a damaged one is in the way only where it may be the last', async () => {
  await take({ name: '2026-01-01', sequence: 1 });
  await take({ name: '2026-01-02', sequence: 2 });
  const manifest = (name: string) => join(backupPaths(root).snapshots, name, 'manifest.json');
  await writeFile(manifest('2026-01-01'), '{}');
  expect((await chooseSnapshot(root, undefined)).name).toBe('2026-01-02');
  await writeFile(manifest('2026-01-02'), '{}');
  await expect(chooseSnapshot(root, undefined)).rejects.toThrow('is damaged');
});

test('the next one is the last in the folder, and none is taken while it is not known which that is', async () => {
  expect(await nextSequence(root)).toBe(1);
  await take({ name: '2026-01-01' });
  expect(await nextSequence(root)).toBe(1);
  await take({ name: '2026-01-02', sequence: 7 });
  expect(await nextSequence(root)).toBe(8);
  await mkdir(join(backupPaths(root).snapshots, '2026-01-03', 'manifest.json'), { recursive: true });
  await expect(nextSequence(root)).rejects.toThrow('The backup 2026-01-03 cannot be read');
});

test('a name that is not there is answered with those that are', async () => {
  await expect(chooseSnapshot(root, undefined)).rejects.toThrow('There is no finished backup in');
  await take({ name: '2026-01-01', sequence: 1 });
  await expect(chooseSnapshot(root, '2020')).rejects.toThrow('name one of 2026-01-01');
});

type Taken = { name: string; sequence?: number; installation?: string };

async function take({ name, installation = 'one', ...sequence }: Taken): Promise<void> {
  const folder = join(backupPaths(root).snapshots, name);
  await mkdir(folder);
  const empty = { schema: [], tables: {}, blobs: 0, bytes: 0, missing: [], sums: '' };
  await writeManifest(folder, { format: 1, createdAt: Date.parse(name), installation, ...sequence, ...empty });
}

test('a folder that cannot be looked into is not said to have no backups', async () => {
  await expect(chooseSnapshot(join(root, 'nowhere'), undefined)).rejects.toThrow('There are no Keepsake backups');
  const unreadable = join(root, 'loop');
  await symlink(unreadable, unreadable);
  await expect(chooseSnapshot(unreadable, undefined)).rejects.toMatchObject({ code: 'ELOOP' });
});
