import { expect, test } from 'vitest';
import { createMemoryBudget } from './memory-budget.ts';

/** Work that runs until it is ended. */
function open() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { run: () => promise, end: resolve };
}

test('what does not fit waits until it does, and is refused after the wait', async () => {
  const budget = createMemoryBudget({ maxBytes: 100, maxBytesByClient: 60, waitMs: 20 });
  const first = open();
  const held = budget.hold('a', 50, first.run);
  const refused = budget.hold('a', 20, async () => 'never');
  await expect(refused).rejects.toMatchObject({ code: 'unavailable' });
  expect(await budget.hold('a', 10, async () => 'fits')).toBe('fits');
  const waits = budget.hold('a', 20, async () => 'later');
  first.end();
  await held;
  expect(await waits).toBe('later');
});

test('a client of which nothing is held never waits for others', async () => {
  const budget = createMemoryBudget({ maxBytes: 100, maxBytesByClient: 60, waitMs: 20 });
  const others = open();
  const held = ['a', 'b', 'c'].map((client) => budget.hold(client, 60, others.run));
  expect(await budget.hold('d', 60, async () => 'at once')).toBe('at once');
  await expect(budget.hold('a', 1, async () => {})).rejects.toMatchObject({ code: 'unavailable' });
  others.end();
  await Promise.all(held);
  expect(await budget.hold('a', 1000, async () => 'as much as the share')).toBe('as much as the share');
});

test('memory is free again after work that failed', async () => {
  const budget = createMemoryBudget({ maxBytes: 10, maxBytesByClient: 10, waitMs: 20 });
  const work = async () => Promise.reject(new Error('failed'));
  await expect(budget.hold('a', 10, work)).rejects.toThrow('failed');
  const second = open();
  const held = [budget.hold('a', 5, second.run), budget.hold('a', 5, second.run)];
  second.end();
  await Promise.all(held);
});
