import { describe, expect, test } from 'vitest';
import { createTableSum } from './row-sums.ts';
import type { Row } from './rows.ts';

const sumOf = (...pages: Row[][]) => {
  const sum = createTableSum();
  for (const page of pages) sum.add(page);
  return sum.total();
};
const [one, two] = [
  { id: 'a', size: 1, isIn: true, note: null },
  { id: 'b', size: 2, isIn: false, note: { base64: 'AA==' } },
];

describe('the sum of a table', () => {
  test('is the same in any order of rows, pages and columns, and for truth as a number', () => {
    const wanted = sumOf([one, two]);
    expect(wanted.rows).toBe(2);
    expect(sumOf([two], [one])).toEqual(wanted);
    expect(sumOf([{ note: null, isIn: 1, size: 1, id: 'a' }, two])).toEqual(wanted);
  });

  test.each<[string, Row[]]>([
    ['a row is missing', [one]],
    ['a value is another', [one, { ...two, size: 3 }]],
    ['a value is missing', [one, { ...two, note: null }]],
    [
      'values of two rows are exchanged',
      [
        { ...one, size: 2 },
        { ...two, size: 1 },
      ],
    ],
    ['a number is text', [one, { ...two, size: '2' }]],
    ['a row is there twice', [one, two, two]],
  ])('is another when %s', (_what, rows) => {
    expect(sumOf(rows)).not.toEqual(sumOf([one, two]));
  });
});
