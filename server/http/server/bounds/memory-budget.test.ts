import { expect, test } from 'vitest';
import { callsFactor24, callsFactor56 } from '#contract/limits.ts';
import { networksOf } from '#server/accounts/networks.ts';
import { senderOf } from './budget.ts';
import { createMemoryBudget } from './memory-budget.ts';

/** Work that runs until it is ended. */
function open() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { run: () => promise, end: resolve };
}

test('what does not fit waits until it does, and is refused after the wait', async () => {
  const budget = createMemoryBudget({ maxBytes: 100, maxBytesByClient: 60, waitMs: 20 });
  const first = open();
  const held = budget.hold(senderOf('a'), 50, first.run);
  const refused = budget.hold(senderOf('a'), 20, async () => 'never');
  await expect(refused).rejects.toMatchObject({ code: 'unavailable' });
  expect(await budget.hold(senderOf('a'), 10, async () => 'fits')).toBe('fits');
  const waits = budget.hold(senderOf('a'), 20, async () => 'later');
  first.end();
  await held;
  expect(await waits).toBe('later');
});

test('a client of which nothing is held never waits for others', async () => {
  const budget = createMemoryBudget({ maxBytes: 100, maxBytesByClient: 60, waitMs: 20 });
  const others = open();
  const held = ['a', 'b', 'c'].map((client) => budget.hold(senderOf(client), 60, others.run));
  expect(await budget.hold(senderOf('d'), 60, async () => 'at once')).toBe('at once');
  await expect(budget.hold(senderOf('a'), 1, async () => {})).rejects.toMatchObject({ code: 'unavailable' });
  others.end();
  await Promise.all(held);
  expect(await budget.hold(senderOf('a'), 1000, async () => 'as much as the share')).toBe('as much as the share');
});

test('the addresses of one network have a share together, and others never wait for it', async () => {
  const budget = createMemoryBudget({ maxBytes: 1000, maxBytesByClient: 10, waitMs: 20 });
  const others = open();
  const held: Promise<void>[] = [];
  const hold = (address: string) => budget.hold(networksOf(address), 10, others.run);
  const isRefused = (address: string) => expect(hold(address)).rejects.toMatchObject({ code: 'unavailable' });
  held.push(hold('2001:db8:1:1::1'));
  await isRefused('2001:db8:1:1::2');
  for (let subnet = 2; subnet <= callsFactor56; subnet += 1) held.push(hold(`2001:db8:1:${subnet}::1`));
  await isRefused('2001:db8:1:ff::1');
  for (let host = 1; host <= callsFactor24; host += 1) held.push(hold(`192.0.2.${host}`));
  await isRefused('192.0.2.200');
  held.push(hold('2001:db8:2::1'), hold('198.51.100.1'));
  others.end();
  await Promise.all(held);
});

test('memory is free again after work that failed', async () => {
  const budget = createMemoryBudget({ maxBytes: 10, maxBytesByClient: 10, waitMs: 20 });
  const work = async () => Promise.reject(new Error('failed'));
  await expect(budget.hold(senderOf('a'), 10, work)).rejects.toThrow('failed');
  const second = open();
  const held = [budget.hold(senderOf('a'), 5, second.run), budget.hold(senderOf('a'), 5, second.run)];
  second.end();
  await Promise.all(held);
});
