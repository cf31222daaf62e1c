import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createTurnScheduler } from './turn-scheduler.ts';

test('each turn of the event loop lets about so much through, first come, first served', async () => {
  const scheduler = createTurnScheduler(100);
  const done: number[] = [];
  for (const i of [1, 2, 3, 4, 5]) scheduler.schedule(60, () => done.push(i));
  expect(done).toEqual([1, 2]);
  await setImmediate();
  expect(done).toEqual([1, 2, 3, 4]);
  scheduler.schedule(60, () => done.push(6));
  await setImmediate();
  expect(done).toEqual([1, 2, 3, 4, 5, 6]);
});

test('a chunk larger than a turn goes alone, and nothing waits without a need', async () => {
  const scheduler = createTurnScheduler(100);
  const done: string[] = [];
  scheduler.schedule(500, () => done.push('large'));
  scheduler.schedule(1, () => done.push('small'));
  expect(done).toEqual(['large']);
  await setImmediate();
  expect(done).toEqual(['large', 'small']);
  await setImmediate();
  scheduler.schedule(100, () => done.push('later'));
  expect(done).toEqual(['large', 'small', 'later']);
});
