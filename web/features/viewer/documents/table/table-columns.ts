import { maxTableColumns } from '../reading/document-limits.ts';
import { cellText, type TableCells } from './parse-table.ts';

/** Rows by which the columns are drawn, from all over the table. */
const sampleRows = 400;
const leastCharacters = 4;
const mostCharacters = 48;
const number = /^[+-]?[\d.,'\u00a0 ]*\d[\d.,'\u00a0 ]*\s?[%€$£]?$/;

export type TableColumn = {
  /** In characters. */
  width: number;
  isNumeric: boolean;
};

/** How wide the columns are, and which of them hold numbers, told from some of the rows. */
export function tableColumns(text: string, { cells, rows, columns }: TableCells): TableColumn[] {
  const shown = Math.min(columns, maxTableColumns);
  const count = rows.length - 1;
  const step = Math.max(1, (count - 1) / sampleRows);
  return Array.from({ length: shown }, (_, column) => {
    const texts: string[] = [];
    for (let at = 0; at < count; at += step) {
      const row = Math.round(at);
      const cell = (rows[row] ?? 0) + column;
      if (cell < (rows[row + 1] ?? 0)) texts.push(cellText(text, cells, cell));
    }
    const longest = Math.max(leastCharacters, ...texts.map(({ length }) => length));
    const values = texts.slice(1).filter((value) => value !== '');
    return {
      width: Math.min(longest, mostCharacters),
      isNumeric: values.length > 0 && values.every(isNumber),
    };
  });
}

/** Nothing long is: to search it for a number would take minutes. */
function isNumber(value: string): boolean {
  return value.length <= mostCharacters && number.test(value);
}
