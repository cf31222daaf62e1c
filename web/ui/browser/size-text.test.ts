import { expect, test } from 'vitest';
import { partText, sizeText } from './size-text.ts';

test('sizes read as a person says them', () => {
  const bytes = [0, 1, 999, 1000, 640_000, 999_499, 999_600, 4_230_000, 84_000_000, 12_400_000_000];
  expect(bytes.map(sizeText)).toEqual([
    '0 bytes',
    '1 byte',
    '999 bytes',
    '1 kB',
    '640 kB',
    '999 kB',
    '1.0 MB',
    '4.2 MB',
    '84 MB',
    '12 GB',
  ]);
});

test('a part is told in the unit of the whole', () => {
  expect(partText(48_300_000, 315_000_000)).toBe('48 of 315 MB');
  expect(partText(900_000, 2_800_000)).toBe('0.9 of 2.8 MB');
  expect(partText(6_400_000, 12_400_000_000)).toBe('0.0 of 12.4 GB');
  expect(partText(0, 0)).toBe('0 of 0 bytes');
});
