import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeBackupFolder } from './backup-folder.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keepsake-make-backups-'));
});
afterAll(() => rm(folder, { recursive: true }));

test('a folder whose making was interrupted at any moment is made by the next backup', async () => {
  for (const [name, made] of [
    ['draft', 'keepsake-backup.new'],
    ['marker', 'keepsake-backup'],
  ] as const) {
    const root = join(folder, name);
    await mkdir(root);
    await writeFile(join(root, made), '');
    await makeBackupFolder(root);
    expect((await readdir(root)).toSorted()).toEqual(['blobs', 'keepsake-backup', 'snapshots']);
  }
});
