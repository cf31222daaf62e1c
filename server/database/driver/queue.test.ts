import { afterEach, expect, test, vi } from 'vitest';
import { createQueue } from './queue.ts';

afterEach(() => void vi.useRealTimers());

test('lets in one after the other, in their order', async () => {
  const queue = createQueue();
  const order: number[] = [];
  await queue.enter(1000);
  const others = [1, 2, 3].map(async (name) => {
    expect(await queue.enter(1000)).toBe(true);
    order.push(name);
    queue.leave();
  });
  expect(order).toEqual([]);
  queue.leave();
  await Promise.all(others);
  expect(order).toEqual([1, 2, 3]);
});

test('a queue that stands still is given up, and the next one is not held up by who left', async () => {
  const queue = createQueue();
  await queue.enter(20);
  expect(await queue.enter(20)).toBe(false);
  queue.leave();
  expect(await queue.enter(20)).toBe(true);
});

test('as long as something is done the wait continues', async () => {
  vi.useFakeTimers();
  const queue = createQueue();
  await queue.enter(50);
  const [waiting, another] = [queue.enter(50), queue.enter(50)];
  for (let i = 0; i < 10; i += 1) {
    queue.moved();
    await vi.advanceTimersByTimeAsync(40);
  }
  queue.leave();
  expect(await waiting).toBe(true);
  await vi.advanceTimersByTimeAsync(50);
  expect(await another).toBe(false);
});
