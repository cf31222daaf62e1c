import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkBackupFolder } from './check-backup-folder.ts';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'keepsake-backup-folder-'));
  for (const folder of ['data/inside', 'empty', 'begun', 'used', 'others'])
    await mkdir(join(root, folder), { recursive: true });
  await writeFile(join(root, 'begun/keepsake-backup.new'), '');
  await writeFile(join(root, 'used/keepsake-backup'), '');
  await writeFile(join(root, 'others/photo.jpg'), '');
  await symlink(join(root, 'data/inside'), join(root, 'link'));
});
afterAll(() => rm(root, { recursive: true }));

test.each([
  ['missing', 'does not exist'],
  ['others/photo.jpg', 'is not a folder'],
  ['others', 'contains other files'],
  ['data', 'is in the data folder'],
  ['data/inside', 'is in the data folder'],
  ['link', 'is in the data folder'],
  ['.', 'holds the data folder'],
])('%s is refused: it %s', async (name, problem) => {
  await expect(checkBackupFolder(join(root, name), join(root, 'data'))).rejects.toThrow(problem);
});

test('an empty folder, one whose first backup had just begun, and one of backups can be used', async () => {
  for (const name of ['empty', 'begun', 'used'])
    await expect(checkBackupFolder(join(root, name), join(root, 'data'))).resolves.toBeUndefined();
});

test('once there are backups, an empty folder is that of a disk which is not mounted', async () => {
  await expect(checkBackupFolder(join(root, 'empty'), join(root, 'data'), true)).rejects.toThrow('mount the disk');
  await expect(checkBackupFolder(join(root, 'used'), join(root, 'data'), true)).resolves.toBeUndefined();
});
