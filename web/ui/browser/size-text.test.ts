import { expect, test } from 'vitest';
import { sizeText } from './size-text.ts';

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
