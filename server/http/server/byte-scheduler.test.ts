import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createTurns } from './byte-scheduler.ts';

test('each turn of the event loop lets about so many bytes through, and who came first goes first', async () => {
  const turns = createTurns(100);
  const gone: number[] = [];
  for (const i of [1, 2, 3, 4, 5]) turns.take(60, () => gone.push(i));
  expect(gone).toEqual([1, 2]);
  await setImmediate();
  expect(gone).toEqual([1, 2, 3, 4]);
  turns.take(60, () => gone.push(6));
  await setImmediate();
  expect(gone).toEqual([1, 2, 3, 4, 5, 6]);
});

test('a piece that is larger than a turn goes alone, and nothing waits for what did not come', async () => {
  const turns = createTurns(100);
  const gone: string[] = [];
  turns.take(500, () => gone.push('large'));
  turns.take(1, () => gone.push('small'));
  expect(gone).toEqual(['large']);
  await setImmediate();
  expect(gone).toEqual(['large', 'small']);
  await setImmediate();
  turns.take(100, () => gone.push('later'));
  expect(gone).toEqual(['large', 'small', 'later']);
});
