import { expect, test, vi } from 'vitest';
import { createSessionCache } from './session-cache.ts';

test('asks once for what is asked at the same moment, and again when a session ended', async () => {
  const cache = createSessionCache();
  const find = vi.fn<() => Promise<string>>(async () => 'ada');
  expect([await cache.accountOf('a', find), await cache.accountOf('a', find)]).toEqual(['ada', 'ada']);
  expect(find).toHaveBeenCalledTimes(1);
  cache.forget();
  await cache.accountOf('a', find);
  expect(find).toHaveBeenCalledTimes(2);
});

test('does not remember what was found while a session ended', async () => {
  const cache = createSessionCache();
  const { promise, resolve } = Promise.withResolvers<string>();
  const asked = cache.accountOf('a', () => promise);
  cache.forget();
  resolve('ada');
  expect(await asked).toBe('ada');
  expect(await cache.accountOf('a', async () => undefined)).toBeUndefined();
});

test('does not remember that a session is not valid', async () => {
  const cache = createSessionCache();
  expect(await cache.accountOf('a', async () => undefined)).toBeUndefined();
  expect(await cache.accountOf('a', async () => 'ada')).toBe('ada');
});
