import { expect, test } from 'vitest';
import { countLines, textBlocks } from './text-blocks.ts';

test.each([
  ['short lines', 'a line\n'.repeat(1000)],
  ['no end of the last line', `${'a line\n'.repeat(450)}the end`],
  ['one long line', 'x'.repeat(50_000)],
  ['long lines among short ones', `short\n${'y'.repeat(20_001)}\nshort\n${'z'.repeat(7_999)}\nshort`],
  ['only ends', '\n'.repeat(5000)],
  ['characters of two halves', '🚣'.repeat(9_000)],
])('%s: the blocks are all of the text, in order, each small and of whole characters', (_name, text) => {
  const blocks = textBlocks(text);
  expect(blocks.map(({ start, end }) => text.slice(start, end)).join('')).toBe(text);
  for (const { start, end } of blocks) {
    expect(end - start).toBeLessThanOrEqual(8_000);
    expect(text.slice(start, end).isWellFormed()).toBe(true);
  }
  expect(countLines(blocks)).toBe(text.replace(/\n$/, '').split('\n').length);
});

test('a block knows the number of its first line, and whether that began before', () => {
  const blocks = textBlocks(`${'one\n'.repeat(250)}${'x'.repeat(9_000)}\nlast\n`);
  expect(blocks.map(({ line, lines, isContinued }) => [line, lines, isContinued])).toEqual([
    [1, 200, false],
    [201, 50, false],
    [251, 1, false],
    [251, 2, true],
  ]);
});

test('an empty text has no blocks', () => {
  expect(textBlocks('')).toEqual([]);
  expect(countLines([])).toBe(0);
});
