import { maxTableCells, maxTableColumns, maxTableRows } from '../reading/document-limits.ts';

/** Where the cells of a table are in its text. */
export type TableCells = {
  /** Two numbers for each cell of the columns that are shown, row by row: where it begins and ends. */
  cells: Uint32Array<ArrayBuffer>;
  /** For each row the number of its first cell, and at the end the number of all. */
  rows: Uint32Array<ArrayBuffer>;
  /** The most cells in a row, those included that are not shown. */
  columns: number;
  /** Whether the text goes on after the last row. */
  isCut: boolean;
};

const feed = 10;
const quote = 34;
/** Rows in which the separator is looked for. */
const sampleRows = 20;
const separators = [',', ';', '\t', '|'];

/**
 * Finds the cells of comma-separated values (RFC 4180), whatever separates them. The lines of the text end with line feeds.
 * A quotation mark that is never closed is a character like others.
 */
export function parseTable(text: string, isTabbed: boolean): TableCells {
  const named = /^sep=(.)\n/.exec(text);
  const separator = isTabbed ? '\t' : (named?.[1] ?? likelySeparator(text));
  return cellsOf(text, named?.[0].length ?? 0, separator, maxTableRows + 1);
}

/** The text of a cell. */
export function cellText(text: string, cells: Uint32Array, cell: number): string {
  const written = text.slice(cells[cell * 2], cells[cell * 2 + 1]);
  if (!written.startsWith('"') || written.length < 2 || !written.endsWith('"')) return written;
  return written.slice(1, -1).replaceAll('""', '"');
}

/** That by which most of the first rows have as many cells as the first, and more than one. */
function likelySeparator(text: string): string {
  const scored = separators.map((separator) => {
    const { rows, columns } = cellsOf(text, 0, separator, sampleRows);
    const widths = [...rows.subarray(1)].map((end, row) => end - (rows[row] ?? 0));
    const alike = widths.filter((width) => width === widths[0]).length / Math.max(1, widths.length);
    return { separator, score: columns < 2 || (widths[0] ?? 0) < 2 ? 0 : alike };
  });
  return scored.reduce((best, one) => (one.score > best.score ? one : best)).separator;
}

function cellsOf(text: string, from: number, separator: string, mostRows: number): TableCells {
  const separates = separator.charCodeAt(0);
  const cells = growing();
  const rows = growing();
  let columns = 0;
  let areQuotesClosed = true;
  let seen = 0;
  let at = from;
  while (at < text.length && rows.length() < mostRows && seen < maxTableCells) {
    rows.push(cells.length() / 2);
    let width = 0;
    do {
      const start = at;
      at = endOfCell(start);
      if (width < maxTableColumns) cells.push(start, at);
      width += 1;
      at += 1;
    } while (text.charCodeAt(at - 1) === separates && seen + width < maxTableCells);
    seen += width;
    columns = Math.max(columns, width);
  }
  rows.push(cells.length() / 2);
  return { cells: cells.all(), rows: rows.all(), columns, isCut: at < text.length };

  /** Where the next separator or line feed is, or the end of the text. */
  function endOfCell(start: number): number {
    let end = text.charCodeAt(start) === quote && areQuotesClosed ? afterQuotes(start) : start;
    for (; end < text.length; end += 1) {
      const code = text.charCodeAt(end);
      if (code === separates || code === feed) return end;
    }
    return text.length;
  }

  function afterQuotes(start: number): number {
    for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 2)) {
      if (text.charCodeAt(end + 1) !== quote) return end + 1;
    }
    areQuotesClosed = false;
    return start;
  }
}

/** Numbers that grow in number, each of four bytes. */
function growing() {
  let numbers = new Uint32Array(4096);
  let length = 0;
  return {
    length: () => length,
    push(...added: number[]): void {
      if (length + added.length > numbers.length) {
        const more = new Uint32Array(numbers.length * 2);
        more.set(numbers);
        numbers = more;
      }
      for (const one of added) numbers[length++] = one;
    },
    all: () => numbers.slice(0, length),
  };
}
