import { expect, test } from 'vitest';
import { BlobStoreFull } from '../blob-store.ts';
import { createFreeSpace } from './free-space.ts';

const megabyte = 1024 ** 2;
/** Always left for the database. */
const keptFree = 64 * megabyte;

test('many who write at once leave the last room free', async () => {
  let free = keptFree + 10 * megabyte;
  const room = createFreeSpace(async () => free);
  const writes = Array.from({ length: 50 }, () =>
    room.use(megabyte, async () => {
      await new Promise(setImmediate);
      free -= megabyte;
    }),
  );
  const results = await Promise.allSettled(writes);
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
  for (const result of results) {
    if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(BlobStoreFull);
  }
  expect(free).toBe(keptFree);
  expect(await room.left()).toBe(0);
});

test('a write that fails gives its room back when the disk is asked again', async () => {
  const room = createFreeSpace(async () => keptFree + megabyte);
  const failed = room.use(megabyte, async () => {
    throw new Error('The client is gone');
  });
  await expect(failed).rejects.toThrow('gone');
  await expect.poll(() => room.left()).toBe(megabyte);
});

test('a disk that cannot be asked refuses, and is asked again', async () => {
  let isBroken = true;
  const room = createFreeSpace(async () => {
    if (isBroken) throw new Error('EIO');
    return keptFree + megabyte;
  });
  await expect(room.left()).rejects.toThrow('EIO');
  isBroken = false;
  await expect.poll(() => room.left().catch(() => -1)).toBe(megabyte);
});
