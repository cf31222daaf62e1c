import { expect, test } from 'vitest';
import { createTypeAhead } from './type-ahead.ts';

const list = ['Bern', 'Ärger', 'apple', 'april', '写真', 'aa'];
const names = { count: list.length, at: (index: number) => list[index] ?? '' };

/** The names to which the letters lead one after another, typed this far apart in milliseconds. */
function typed(letters: string, apart: number, start = 0) {
  const typeAhead = createTypeAhead();
  let from = start;
  return Array.from(letters, (character, at) => {
    const found = typeAhead.type({ character, time: at * apart, from }, names);
    from = found ?? from;
    return found === undefined ? undefined : list[found];
  });
}

test('letters narrow the name to go to, without regard to case and accents', () => {
  expect(typed('APR', 100)).toEqual(['Ärger', 'apple', 'april']);
  expect(typed('写', 100)).toEqual(['写真']);
  expect(typed('bz', 100)).toEqual(['Bern', undefined]);
});

test('the same letter again moves to the next name, and back to the first', () => {
  expect(typed('aaaaa', 100)).toEqual(['Ärger', 'apple', 'april', 'aa', 'Ärger']);
});

test('after a pause another name begins', () => {
  expect(typed('ab', 1000)).toEqual(['Ärger', 'Bern']);
  const typeAhead = createTypeAhead();
  expect(typeAhead.isWithin(0)).toBe(false);
  typeAhead.type({ character: 'a', time: 5, from: 0 }, names);
  expect([typeAhead.isWithin(1004), typeAhead.isWithin(1005)]).toEqual([true, false]);
});
