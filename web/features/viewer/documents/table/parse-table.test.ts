import { expect, test } from 'vitest';
import { maxTableColumns, maxTableRows } from '../reading/document-limits.ts';
import { cellText, parseTable } from './parse-table.ts';
import { tableColumns } from './table-columns.ts';

function rowsOf(text: string, isTabbed = false): string[][] {
  const { cells, rows } = parseTable(text, isTabbed);
  return [...rows.subarray(1)].map((end, row) => {
    const first = rows[row] ?? 0;
    return Array.from({ length: end - first }, (_, column) => cellText(text, cells, first + column));
  });
}

test.each([
  [
    'a,b\n1,2\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'a,b\n1,2',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'a,b\n1,\n,\n',
    [
      ['a', 'b'],
      ['1', ''],
      ['', ''],
    ],
  ],
  [
    'a,b\n"1,5","say ""hi"""\n',
    [
      ['a', 'b'],
      ['1,5', 'say "hi"'],
    ],
  ],
  [
    'a,b\n"two\nlines",x\n',
    [
      ['a', 'b'],
      ['two\nlines', 'x'],
    ],
  ],
  [
    'a,b\n"",""""\n',
    [
      ['a', 'b'],
      ['', '"'],
    ],
  ],
  [
    'a,b\n5" nails,2\n',
    [
      ['a', 'b'],
      ['5" nails', '2'],
    ],
  ],
  [
    'a,b\n"never closed,2\n3,4\n',
    [
      ['a', 'b'],
      ['"never closed', '2'],
      ['3', '4'],
    ],
  ],
  [
    'a;b\n1,5;2\n',
    [
      ['a', 'b'],
      ['1,5', '2'],
    ],
  ],
  [
    'a\tb\n1,5\t2\n',
    [
      ['a', 'b'],
      ['1,5', '2'],
    ],
  ],
  [
    'a|b\n1|2\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  ['sep=;\na;b,c\n', [['a', 'b,c']]],
  ['a,b,c\n1\n1,2,3,4\n', [['a', 'b', 'c'], ['1'], ['1', '2', '3', '4']]],
  ['one column\nonly\n', [['one column'], ['only']]],
  ['', []],
])('%j', (text, rows) => {
  expect(rowsOf(text)).toEqual(rows);
});

test('what is separated by tabs is, also where there are more commas', () => {
  expect(rowsOf('a,b,c\td\n1,2,3\t4\n', true)).toEqual([
    ['a,b,c', 'd'],
    ['1,2,3', '4'],
  ]);
});

test('rows and columns beyond the limits are counted or said to be there, and take no memory', () => {
  const long = parseTable('a,b\n'.repeat(maxTableRows + 2), false);
  expect(long.rows.length - 2).toBe(maxTableRows);
  expect(long.isCut).toBe(true);
  expect(parseTable('a,b\n'.repeat(maxTableRows + 1), false).isCut).toBe(false);

  const wide = parseTable(`${','.repeat(999)}\n`.repeat(3), false);
  expect(wide.columns).toBe(1000);
  expect(wide.cells.length).toBe(2 * 3 * maxTableColumns);
});

test('a mark that is never closed is looked for once, not in each cell that begins with one', () => {
  const { columns, rows } = parseTable(`"a${',""b'.repeat(400_000)}`, false);
  expect([columns, rows.length - 1]).toEqual([400_001, 1]);
});

test('columns are as wide as their rows, within bounds, and those of numbers are known', () => {
  const text = `no,title,price\n1,${'long '.repeat(40)},1.50\n2,x,-2\n3,x,\n`;
  expect(tableColumns(text, parseTable(text, false))).toEqual([
    { width: 4, isNumeric: true },
    { width: 48, isNumeric: false },
    { width: 5, isNumeric: true },
  ]);
});

test('a cell that is long and almost a number is none, and takes no time', () => {
  const text = `id,signal\n1,${'1 '.repeat(500_000)}x\n`;
  expect(tableColumns(text, parseTable(text, false))).toEqual([
    { width: 4, isNumeric: true },
    { width: 48, isNumeric: false },
  ]);
});
