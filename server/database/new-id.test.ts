import { validate, version } from 'uuid';
import { expect, test } from 'vitest';
import { newId } from './new-id.ts';

test('ids of one process are different, and in the order in which they were made', () => {
  const ids = Array.from({ length: 2_000 }, newId);
  expect(ids.every((id) => validate(id) && version(id) === 7)).toBe(true);
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
  // Random, not counted up: nobody guesses the next one.
  expect(new Set(ids.map((id) => id.slice(-11))).size).toBe(ids.length);
});
