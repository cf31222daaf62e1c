import { expect, test } from 'vitest';
import { BlobStoreFull } from '../blob-store.ts';
import { createFreeSpace } from './free-space.ts';

const megabyte = 1024 ** 2;
/** Always left for the database. */
const reserved = 64 * megabyte;

test('concurrent writes leave the reserved space free', async () => {
  let free = reserved + 10 * megabyte;
  const space = createFreeSpace(async () => free);
  const writes = Array.from({ length: 50 }, () =>
    space.use(megabyte, async () => {
      await new Promise(setImmediate);
      free -= megabyte;
    }),
  );
  const results = await Promise.allSettled(writes);
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
  for (const result of results) {
    if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(BlobStoreFull);
  }
  expect(free).toBe(reserved);
  expect(await space.available()).toBe(0);
});

test('a failed write gives its space back with the next measurement', async () => {
  const space = createFreeSpace(async () => reserved + megabyte);
  const failed = space.use(megabyte, async () => {
    throw new Error('The client is gone');
  });
  await expect(failed).rejects.toThrow('gone');
  await expect.poll(() => space.available()).toBe(megabyte);
});

test('a failed measurement throws, and is repeated', async () => {
  let isBroken = true;
  const space = createFreeSpace(async () => {
    if (isBroken) throw new Error('EIO');
    return reserved + megabyte;
  });
  await expect(space.available()).rejects.toThrow('EIO');
  isBroken = false;
  await expect.poll(() => space.available().catch(() => -1)).toBe(megabyte);
});
