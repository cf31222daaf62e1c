import { expect, test, vi } from 'vitest';
import { createBursts } from './bursts.ts';

test('the first comes at once, and what follows comes together, in its order', async () => {
  const passed: (readonly number[])[] = [];
  const { promise: isOver, resolve } = Promise.withResolvers<void>();
  const bursts = createBursts<number>(
    (items) => {
      passed.push(items);
      if (items.includes(5)) resolve();
    },
    () => 1,
  );
  bursts.add([1]);
  bursts.add([2, 3]);
  bursts.add([4]);
  expect(passed).toEqual([[1]]);
  bursts.flush();
  expect(passed).toEqual([[1], [2, 3, 4]]);
  bursts.add([5]);
  await isOver;
  expect(passed).toEqual([[1], [2, 3, 4], [5]]);
  bursts.close();
});

test('none comes while it is held, what is flushed comes all the same', async () => {
  vi.useFakeTimers();
  let isHeld = true;
  const passed: (readonly number[])[] = [];
  const bursts = createBursts<number>(
    (items) => void passed.push(items),
    () => 1,
    () => isHeld,
  );
  bursts.add([1]);
  bursts.add([2]);
  await vi.advanceTimersByTimeAsync(500);
  expect(passed).toEqual([]);
  isHeld = false;
  await vi.advanceTimersByTimeAsync(100);
  expect(passed).toEqual([[1, 2]]);
  isHeld = true;
  bursts.add([3]);
  bursts.flush();
  expect(passed).toEqual([[1, 2], [3]]);
  bursts.close();
  vi.useRealTimers();
});
