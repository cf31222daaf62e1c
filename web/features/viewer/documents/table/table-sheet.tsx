import './table-sheet.css';
import { type CSSProperties, useMemo } from 'react';
import { maxCellCharacters } from '../reading/document-limits.ts';
import { cellText, type TableCells } from './parse-table.ts';
import { type TableColumn, tableColumns } from './table-columns.ts';

/** The height of a row, in CSS pixels. */
export const rowHeight = 36;

type TableSheetProps = {
  text: string;
  table: TableCells;
  label: string;
  /** The height of all rows below the head, in CSS pixels. */
  height: number;
  /** Those that are shown, from 0 below the head, and where each begins. */
  near: readonly { index: number; start: number }[];
};

/** The head of a table, and those of its rows that are near. */
export function TableSheet({ text, table, label, height, near }: TableSheetProps) {
  const columns = useMemo(() => tableColumns(text, table), [text, table]);
  const widths = columns.map(({ width }) => `calc(${width + 1}ch + 24px)`).join(' ');
  const row = { text, table, columns };
  return (
    <div
      className="table-sheet"
      role="table"
      aria-label={label}
      aria-rowcount={table.isCut ? -1 : table.rows.length - 1}
      aria-colcount={table.columns}
      style={{ '--columns': widths } as CSSProperties}
    >
      <div className="table-sheet__head" role="rowgroup">
        <TableRow {...row} index={0} />
      </div>
      <div className="table-sheet__body" role="rowgroup" style={{ height }}>
        {near.map(({ index, start }) => (
          <TableRow key={index} {...row} index={index + 1} top={start} />
        ))}
      </div>
    </div>
  );
}

type TableRowProps = { text: string; table: TableCells; columns: TableColumn[]; index: number; top?: number };

function TableRow({ text, table: { cells, rows }, columns, index, top }: TableRowProps) {
  const first = rows[index] ?? 0;
  const end = rows[index + 1] ?? 0;
  return (
    <div
      className="table-sheet__row"
      role="row"
      aria-rowindex={index + 1}
      style={top === undefined ? undefined : { transform: `translateY(${top}px)` }}
    >
      {columns.map(({ isNumeric }, column) => (
        <span key={column} role={index === 0 ? 'columnheader' : 'cell'} className={isNumeric ? 'is-number' : undefined}>
          {first + column < end ? cellText(text, cells, first + column).slice(0, maxCellCharacters) : ''}
        </span>
      ))}
    </div>
  );
}
