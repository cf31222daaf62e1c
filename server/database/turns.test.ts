import { afterEach, expect, test, vi } from 'vitest';
import { databaseProblem } from './problems.ts';
import { createTurns } from './turns.ts';

afterEach(() => void vi.useRealTimers());

test('work with one key waits for what came before it, whatever became of that, and holds up no other', async () => {
  const turns = createTurns();
  const order: string[] = [];
  const { promise, reject } = Promise.withResolvers<void>();
  const first = turns.take('a', async () => await promise);
  const second = turns.take('a', async () => void order.push('a'));
  await turns.take('b', async () => void order.push('b'));
  expect(order).toEqual(['b']);
  reject(new Error('not done'));
  await expect(first).rejects.toThrow('not done');
  await second;
  expect(order).toEqual(['b', 'a']);
});

test('who waits gives up when nothing moves, and waits on while the database works', async () => {
  vi.useFakeTimers();
  const turns = createTurns();
  const { promise, resolve } = Promise.withResolvers<void>();
  const first = turns.take('a', async (working) => {
    await new Promise((wake) => setTimeout(wake, 3000));
    working();
    await promise;
  });
  const second = turns.take('a', async () => 'done');
  await vi.advanceTimersByTimeAsync(12_000);
  resolve();
  await first;
  expect(await second).toBe('done');

  const stuck = turns.take('a', async () => await new Promise((wake) => setTimeout(wake, 60_000)));
  const late = turns.take('a', async () => 'done').catch(databaseProblem);
  await vi.advanceTimersByTimeAsync(5000);
  expect(await late).toBe('locked');
  await vi.advanceTimersByTimeAsync(60_000);
  await stuck;
});
