import { expect, test } from 'vitest';
import { counted, partText, sizeText } from './amounts.ts';

test('one of a thing is told as one', () => {
  expect([0, 1, 2, 1200].map((count) => counted(count, 'backup'))).toEqual([
    '0 backups',
    '1 backup',
    '2 backups',
    '1,200 backups',
  ]);
  expect(counted(1, 'blob is missing', 'blobs are missing')).toBe('1 blob is missing');
  expect(counted(3, 'blob is missing', 'blobs are missing')).toBe('3 blobs are missing');
});

test('sizes read as a person says them', () => {
  const bytes = [0, 1, 999, 1000, 640_000, 999_499, 999_600, 4_230_000, 84_000_000, 12_400_000_000, 1.5e12, 3e15];
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
    '1.5 TB',
    '3.0 PB',
  ]);
});

test('a part is told in the unit of the whole', () => {
  expect(partText(48_300_000, 315_000_000)).toBe('48 of 315 MB');
  expect(partText(900_000, 2_800_000)).toBe('0.9 of 2.8 MB');
  expect(partText(6_400_000, 12_400_000_000)).toBe('0.0 of 12.4 GB');
  expect(partText(0, 0)).toBe('0 of 0 bytes');
});
