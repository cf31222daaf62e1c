import { expect, test } from 'vitest';
import { itemAfter } from './menu-keys.ts';

const labels = ['Open', 'Details', 'Rename', 'Download'];

test.each([
  ['ArrowDown', 0, 1],
  ['ArrowDown', 3, 0],
  ['ArrowUp', 0, 3],
  ['ArrowUp', 2, 1],
  ['Home', 2, 0],
  ['End', 0, 3],
  ['d', 0, 1],
  ['D', 1, 3],
  ['d', 3, 1],
  ['z', 0, undefined],
  [' ', 0, undefined],
  ['Enter', 0, undefined],
])('%s from item %i leads to %s', (key, at, next) => {
  expect(itemAfter(labels, at, key)).toBe(next);
});

test('an empty menu leads nowhere', () => {
  expect(itemAfter([], -1, 'ArrowDown')).toBeUndefined();
});
