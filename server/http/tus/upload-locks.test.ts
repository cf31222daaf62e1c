import { expect, test } from 'vitest';
import { createUploadLocks } from './upload-locks.ts';

const never = new AbortController().signal;

test('one holder at a time, the next when it is through, however many wait', async () => {
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

test('who holds is asked to end, and who gives up waiting waits no longer', async () => {
  const locks = createUploadLocks();
  let asked = 0;
  const holder = locks.newLock('one');
  await holder.lock(never, () => {
    asked += 1;
  });
  const leaving = new AbortController();
  const waiting = locks.newLock('one').lock(leaving.signal, () => {});
  await expect.poll(() => asked).toBe(1);
  leaving.abort();
  await expect(waiting).rejects.toMatchObject({ status_code: 500 });

  // Released while it is asked: the wake-up is not lost.
  await holder.unlock();
  const quick = locks.newLock('two');
  await quick.lock(never, () => quick.unlock());
  await locks.newLock('two').lock(never, () => {});
  // Uploads do not wait for each other.
  await locks.newLock('three').lock(never, () => {});
});
