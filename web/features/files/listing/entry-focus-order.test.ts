import { expect, test } from 'vitest';
import { entryAfter } from './entry-focus-order.ts';

/*
 * · · · A      (three cells that hold something else)
 * B C
 * ─────
 * 1 2 3 4
 * 5
 */
const sections = [
  { lead: 3, ids: ['A', 'B', 'C'] },
  { lead: 0, ids: ['1', '2', '3', '4', '5'] },
];
const go = (from: string, key: string) => entryAfter(sections, 4, from, key);

test('left and right follow the order, from folders to files', () => {
  expect([go('A', 'ArrowRight'), go('C', 'ArrowRight'), go('1', 'ArrowLeft')]).toEqual(['B', '1', 'C']);
  expect([go('A', 'ArrowLeft'), go('5', 'ArrowRight')]).toEqual([undefined, undefined]);
});

test('up and down keep the column, and stop at what is there', () => {
  expect([go('A', 'ArrowDown'), go('B', 'ArrowDown'), go('C', 'ArrowDown')]).toEqual(['C', '1', '2']);
  expect([go('1', 'ArrowDown'), go('4', 'ArrowDown'), go('5', 'ArrowDown')]).toEqual(['5', '5', undefined]);
  expect([go('5', 'ArrowUp'), go('1', 'ArrowUp'), go('4', 'ArrowUp')]).toEqual(['1', 'B', 'C']);
  expect([go('A', 'ArrowUp'), go('B', 'ArrowUp')]).toEqual([undefined, undefined]);
});

test('home and end; other keys lead nowhere', () => {
  expect([go('3', 'Home'), go('A', 'End'), go('3', 'x')]).toEqual(['A', '5', undefined]);
});

test('a list is a grid of one column', () => {
  const list = [{ lead: 0, ids: ['A', 'B', '1'] }];
  expect(entryAfter(list, 1, 'B', 'ArrowDown')).toBe('1');
  expect(entryAfter(list, 1, 'B', 'ArrowUp')).toBe('A');
});
