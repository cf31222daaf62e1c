import { expect, test, vi } from 'vitest';
import { createSessionMemory } from './session-cache.ts';

test('asks once for what is asked at the same moment, and again when a session ended', async () => {
  const memory = createSessionMemory();
  const find = vi.fn<() => Promise<string>>(async () => 'ada');
  expect([await memory.accountOf('a', find), await memory.accountOf('a', find)]).toEqual(['ada', 'ada']);
  expect(find).toHaveBeenCalledTimes(1);
  memory.forget();
  await memory.accountOf('a', find);
  expect(find).toHaveBeenCalledTimes(2);
});

test('does not remember what was found while a session ended', async () => {
  const memory = createSessionMemory();
  const { promise, resolve } = Promise.withResolvers<string>();
  const asked = memory.accountOf('a', () => promise);
  memory.forget();
  resolve('ada');
  expect(await asked).toBe('ada');
  expect(await memory.accountOf('a', async () => undefined)).toBeUndefined();
});

test('does not remember that a session is not valid', async () => {
  const memory = createSessionMemory();
  expect(await memory.accountOf('a', async () => undefined)).toBeUndefined();
  expect(await memory.accountOf('a', async () => 'ada')).toBe('ada');
});
