import { expect, test } from 'vitest';
import { lineDifferences } from './line-differences.ts';

/** The lines that differ, of each text. */
const others = (one: string, two: string) =>
  lineDifferences(one, two).map((lines) => lines.filter(({ isOther }) => isOther).map(({ text }) => text));

test.each([
  ['a\nb\nc', 'a\nb\nc', [[], []]],
  ['a\nb\nc', 'a\nx\nc', [['b'], ['x']]],
  ['a\nb\nc\nd', 'b\nd', [['a', 'c'], []]],
  ['a\r\nb', 'a\nb\nc', [[], ['c']]],
  ['', 'a', [[''], ['a']]],
  ['a\na\na', 'a\na', [['a'], []]],
])('%j and %j', (one, two, expected) => {
  expect(others(one, two)).toEqual(expected);
});

test('very long texts that differ everywhere are compared at once', () => {
  const lines = (word: string) => Array.from({ length: 5000 }, (_, i) => `${word} ${i}`).join('\n');
  const [one, two] = others(`same\n${lines('one')}\nend`, `same\n${lines('two')}\nend`);
  expect([one?.length, two?.length]).toEqual([5000, 5000]);
});
