import { expect, test, vi } from 'vitest';
import { createSessionCache } from './session-cache.ts';

test('a session is read once within a moment, and again after one ended', async () => {
  const cache = createSessionCache();
  const find = vi.fn<() => Promise<string>>(async () => 'ada');
  expect([await cache.accountOf('a', find), await cache.accountOf('a', find)]).toEqual(['ada', 'ada']);
  expect(find).toHaveBeenCalledTimes(1);
  cache.forget();
  await cache.accountOf('a', find);
  expect(find).toHaveBeenCalledTimes(2);
});

test('a session that is found while one ends is not cached', async () => {
  const cache = createSessionCache();
  const { promise, resolve } = Promise.withResolvers<string>();
  const reading = cache.accountOf('a', () => promise);
  cache.forget();
  resolve('ada');
  expect(await reading).toBe('ada');
  expect(await cache.accountOf('a', async () => undefined)).toBeUndefined();
});

test('an invalid session is not cached', async () => {
  const cache = createSessionCache();
  expect(await cache.accountOf('a', async () => undefined)).toBeUndefined();
  expect(await cache.accountOf('a', async () => 'ada')).toBe('ada');
});
