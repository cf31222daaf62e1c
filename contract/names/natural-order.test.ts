import { expect, test } from 'vitest';
import { compareKeys, naturalKey } from './natural-order.ts';

test('names stand where people look for them', () => {
  const names = [
    '10.txt',
    '2.txt',
    'Zebra',
    'Accounts (copy).csv',
    'Accounts 2.csv',
    'Accounts.csv',
    'ångström',
    'apple 10',
    'Apple 9',
    'apple 009b',
    'Ärger',
    '写真',
    '\u{1f600}',
  ];
  const sorted = names.toSorted((one, other) => compareKeys(naturalKey(one), naturalKey(other)));
  expect(sorted).toEqual([
    '2.txt',
    '10.txt',
    'Accounts.csv',
    'Accounts (copy).csv',
    'Accounts 2.csv',
    'ångström',
    'Apple 9',
    'apple 009b',
    'apple 10',
    'Ärger',
    'Zebra',
    '写真',
    '\u{1f600}',
  ]);
});

test('keys are compared as their bytes of UTF-8 are, and are never long', () => {
  const parts = ['a', 'é', 'ﬀ', '\uffee', '\u{10000}', '\u{10ffff}', '写', '7', ''];
  for (const one of parts)
    for (const other of parts) {
      const [a, b] = [`x${one}`, `x${other}`];
      expect(Math.sign(compareKeys(a, b))).toBe(Math.sign(Buffer.compare(Buffer.from(a), Buffer.from(b))));
    }
  // Each of these becomes 18 characters when it is folded.
  expect(Buffer.byteLength(naturalKey('ﷺ'.repeat(85)))).toBeLessThanOrEqual(480);
});
