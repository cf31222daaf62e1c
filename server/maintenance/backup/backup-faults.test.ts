import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BackupFault, tellFaults } from './backup-faults.ts';
import { makeBackupFolder } from './backup-folder.ts';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'keepsake-faults-'));
  await makeBackupFolder(root);
});
afterAll(() => rm(root, { recursive: true }));

test('of many faults all are counted, and those that lose something are named', async () => {
  const extra = Array.from(
    { length: 10_000 },
    (_, index): BackupFault => ({ kind: 'extra', path: `blobs/aa/${index}` }),
  );
  const lost: BackupFault = { kind: 'missing', path: 'blobs/zz/photo' };
  const { counts, faults } = await tellFaults(root, [...extra, lost]);
  expect(counts).toEqual({ missing: 1, changed: 0, unreadable: 0, unfinished: 0, extra: 10_000 });
  expect(faults).toHaveLength(500);
  expect(faults.at(-1)).toMatchObject(lost);
});
