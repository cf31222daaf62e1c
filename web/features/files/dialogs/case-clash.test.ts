import { expect, test } from 'vitest';
import { caseClash } from './case-clash.ts';

test('a name clashes with one that differs from it only by case, not with itself or another', () => {
  const names = ['Straße', 'photos', 'Caf\u00e9'];
  expect(
    ['STRASSE', 'Photos', 'photos', 'photo', 'cafe\u0301', 'Cafe\u0301'].map((name) => caseClash(name, names)),
  ).toEqual(['Straße', 'photos', undefined, undefined, 'Caf\u00e9', undefined]);
});
