import { expect, test } from 'vitest';
import { bytesOf } from './sizes.ts';

test.each([
  ['50 GB', 50_000_000_000],
  ['1.5TiB', 1_649_267_441_664],
  ['1000 B', 1000],
  ['0', 0],
  ['7 b', 7],
  ['2 mb', 2_000_000],
])('%s is %i bytes', (text, bytes) => {
  expect(bytesOf(text)).toBe(bytes);
});

test.each(['', '-1 GB', '1 ib', 'much', '1 XB', '99999999 PB', '1e3', '50'])('"%s" is no size', (text) => {
  expect(bytesOf(text)).toBeUndefined();
});
