import { expect, test } from 'vitest';
import { createUploadLocks } from './upload-locks.ts';

const never = new AbortController().signal;

test('there is one holder at a time, however many wait', async () => {
  const locks = createUploadLocks();
  let holding = 0;
  let most = 0;
  const work = async () => {
    const lock = locks.newLock('one');
    await lock.lock(never, () => {});
    holding += 1;
    most = Math.max(most, holding);
    await new Promise((resolve) => setImmediate(resolve));
    holding -= 1;
    await lock.unlock();
  };
  await Promise.all(Array.from({ length: 50 }, work));
  expect(most).toBe(1);
});

test('the holder is requested to release the lock, and an aborted wait ends', async () => {
  const locks = createUploadLocks();
  let requests = 0;
  const holder = locks.newLock('one');
  await holder.lock(never, () => {
    requests += 1;
  });
  const leaving = new AbortController();
  const waiting = locks.newLock('one').lock(leaving.signal, () => {});
  await expect.poll(() => requests).toBe(1);
  leaving.abort();
  await expect(waiting).rejects.toMatchObject({ status_code: 500 });

  // Released during the request to release: the wake-up is not lost.
  await holder.unlock();
  const quick = locks.newLock('two');
  await quick.lock(never, () => quick.unlock());
  await locks.newLock('two').lock(never, () => {});
  // Uploads do not wait for each other.
  await locks.newLock('three').lock(never, () => {});
});
