import { validate, version } from 'uuid';
import { expect, test, vi } from 'vitest';
import { newId } from './new-id.ts';

test('ids of one process are different, and in the order in which they were made', () => {
  const ids = Array.from({ length: 2_000 }, newId);
  expect(ids.every((id) => validate(id) && version(id) === 7)).toBe(true);
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
  // No random bytes are used twice.
  expect(new Set(ids.map((id) => id.slice(-11))).size).toBe(ids.length);
});

test('they stay in that order while the clock stands still, and when it is set back', () => {
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 1000);
  const before = Array.from({ length: 10 }, newId);
  clock.mockReturnValue(Date.now() - 3_600_000);
  const ids = [...before, ...Array.from({ length: 10 }, newId)];
  expect(ids.toSorted()).toEqual(ids);
});
