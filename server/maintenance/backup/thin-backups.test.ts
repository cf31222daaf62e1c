import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { blobPath } from '#server/blobs/disk/disk-layout.ts';
import { createOutput } from '../output.ts';
import { backupPaths, makeBackupFolder } from './backup-folder.ts';
import { thinBackups } from './thin-backups.ts';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'keepsake-thin-'));
});
afterAll(() => rm(root, { recursive: true }));

test('the files of a snapshot that was removed by hand go, also when no other one has to', async () => {
  await makeBackupFolder(root);
  const blob = blobPath(backupPaths(root).blobs, '01990000-0000-7000-8000-0000000000aa');
  await mkdir(dirname(blob), { recursive: true });
  await writeFile(blob, 'Dear all');
  expect(await thinBackups(root, createOutput(true))).toEqual({ kept: [], removed: [] });
  expect(existsSync(blob)).toBe(false);
});
