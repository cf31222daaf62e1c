import { expect, test } from 'vitest';
import { entryAfter, neighbourOf } from './entry-focus-order.ts';

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

test('the place of an entry that is gone goes to the next one that stays, else to the one before it', () => {
  const without = (...gone: string[]) =>
    sections.map(({ lead, ids }) => ({ lead, ids: ids.filter((id) => !gone.includes(id)) }));
  const after = (id: string, ...gone: string[]) => neighbourOf(id, sections, without(id, ...gone));
  expect([after('B'), after('3', '1', '2'), after('C', 'A', '1')]).toEqual(['C', '4', '2']);
  expect([after('5'), after('4', '5', '3'), after('1', 'A', 'B', 'C', '2', '3', '4', '5')]).toEqual([
    '4',
    '2',
    undefined,
  ]);
});
