import { expect, test, vi } from 'vitest';
import { createSessionCache, type PersonSession } from './session-cache.ts';

const ada = { account: 'ada', sessionId: 'first', confirmedAt: 0 };

test('a session is read once within a moment, and again after one ended', async () => {
  const cache = createSessionCache();
  const find = vi.fn<() => Promise<PersonSession>>(async () => ada);
  expect([await cache.sessionOf('a', find), await cache.sessionOf('a', find)]).toEqual([ada, ada]);
  expect(find).toHaveBeenCalledTimes(1);
  cache.forget();
  await cache.sessionOf('a', find);
  expect(find).toHaveBeenCalledTimes(2);
});

test('a session that is found while one ends is not cached', async () => {
  const cache = createSessionCache();
  const { promise, resolve } = Promise.withResolvers<PersonSession>();
  const reading = cache.sessionOf('a', () => promise);
  cache.forget();
  resolve(ada);
  expect(await reading).toBe(ada);
  expect(await cache.sessionOf('a', async () => undefined)).toBeUndefined();
});

test('an invalid session is not cached', async () => {
  const cache = createSessionCache();
  expect(await cache.sessionOf('a', async () => undefined)).toBeUndefined();
  expect(await cache.sessionOf('a', async () => ada)).toBe(ada);
});

test('who asks while a session is read waits for that, but not for what was read before one ended', async () => {
  const cache = createSessionCache();
  const { promise, resolve } = Promise.withResolvers<PersonSession>();
  const find = vi.fn<() => Promise<PersonSession>>(() => promise);
  const early = [cache.sessionOf('a', find), cache.sessionOf('a', find), cache.sessionOf('b', find)];
  expect(find).toHaveBeenCalledTimes(2);
  cache.forget();
  const late = cache.sessionOf('a', async () => undefined);
  resolve(ada);
  expect(await Promise.all(early)).toEqual([ada, ada, ada]);
  expect(await late).toBeUndefined();
  expect(cache.isKnown('a')).toBe(false);
});
