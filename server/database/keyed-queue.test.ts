import { afterEach, expect, test, vi } from 'vitest';
import { createKeyedQueue } from './keyed-queue.ts';
import { databaseProblem } from './problems.ts';

afterEach(() => void vi.useRealTimers());

test('work with one key waits for what came before it, whatever became of that, and holds up no other', async () => {
  const queue = createKeyedQueue();
  const order: string[] = [];
  const { promise, reject } = Promise.withResolvers<void>();
  const first = queue.run('a', async () => await promise);
  const second = queue.run('a', async () => void order.push('a'));
  await queue.run('b', async () => void order.push('b'));
  expect(order).toEqual(['b']);
  reject(new Error('not done'));
  await expect(first).rejects.toThrow('not done');
  await second;
  expect(order).toEqual(['b', 'a']);
});

test('who waits gives up when nothing moves, and waits on while the database works', async () => {
  vi.useFakeTimers();
  const queue = createKeyedQueue();
  const { promise, resolve } = Promise.withResolvers<void>();
  const first = queue.run('a', async (working) => {
    await new Promise((wake) => setTimeout(wake, 3000));
    working();
    await promise;
  });
  const second = queue.run('a', async () => 'done');
  await vi.advanceTimersByTimeAsync(12_000);
  resolve();
  await first;
  expect(await second).toBe('done');

  const stuck = queue.run('a', async () => await new Promise((wake) => setTimeout(wake, 60_000)));
  const late = queue.run('a', async () => 'done').catch(databaseProblem);
  await vi.advanceTimersByTimeAsync(5000);
  expect(await late).toBe('locked');
  await vi.advanceTimersByTimeAsync(60_000);
  await stuck;
});
