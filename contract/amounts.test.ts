import { expect, test } from 'vitest';
import { counted, sizeWithUnit } from './amounts.ts';

test('one of a thing is told as one', () => {
  expect([0, 1, 2].map((count) => counted(count, 'backup'))).toEqual(['0 backups', '1 backup', '2 backups']);
  expect(counted(1, 'blob is missing', 'blobs are missing')).toBe('1 blob is missing');
  expect(counted(3, 'blob is missing', 'blobs are missing')).toBe('3 blobs are missing');
});

test('a size has no more digits before its unit than people read', () => {
  const bytes = [0, 640_000, 4_230_000, 999_940_000, 999_960_000, 1.5e12, 3e15, 5e18];
  expect(bytes.map(sizeWithUnit)).toEqual([
    '0.0 MB',
    '0.6 MB',
    '4.2 MB',
    '999.9 MB',
    '1.0 GB',
    '1.5 TB',
    '3.0 PB',
    '5000.0 PB',
  ]);
});
