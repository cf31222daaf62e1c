import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lockBackups, whileUnchanged } from './lock-backups.ts';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'keepsake-lock-'));
});
afterAll(() => rm(root, { recursive: true }));

test('a copy without a lock is read as it is', async () => {
  await whileUnchanged(root, async () => {});
  expect(await readdir(root)).toEqual([]);
});

test('whoever reads backups keeps others from changing them, not from reading them', async () => {
  lockBackups(root)();
  await whileUnchanged(root, async () => {
    expect(() => lockBackups(root)).toThrow('in use by another command');
    await whileUnchanged(root, async () => {});
  });
  const unlock = lockBackups(root);
  await expect(whileUnchanged(root, async () => {})).rejects.toThrow('in use by another command');
  unlock();
});
