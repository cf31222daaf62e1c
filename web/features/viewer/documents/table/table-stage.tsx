import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useRef } from 'react';
import { visibleName } from '#contract/names/names.ts';
import { sizeText } from '#web/ui/browser/size-text.ts';
import type { ViewedFile } from '../../viewed-file.ts';
import { DocumentNote } from '../parts/document-note.tsx';
import { DocumentStage } from '../parts/document-stage.tsx';
import { maxTableColumns } from '../reading/document-limits.ts';
import type { ReadText } from '../reading/read-text.ts';
import type { TableCells } from './parse-table.ts';
import { rowHeight, TableSheet } from './table-sheet.tsx';

/** Rows rendered above and below the visible ones; what stands above the table is not higher than these. */
const overscan = 8;

type TableStageProps = { file: ViewedFile; read: ReadText; table: TableCells; choice: ReactNode };

/** A table whose first row is its head. Only the rows that are near are in the page. */
export function TableStage({ file, read, table, choice }: TableStageProps) {
  const desk = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: dataRows(table.rows),
    overscan,
    getScrollElement: () => desk.current,
    estimateSize: () => rowHeight,
  });
  const note = noteOn(file, read, table);
  return (
    <DocumentStage
      label="The table"
      desk={desk}
      tools={
        <>
          {choice}
          <span className="num">{extentOf(table, read)}</span>
        </>
      }
    >
      {note === undefined ? null : <DocumentNote file={file}>{note}</DocumentNote>}
      <TableSheet
        text={read.text}
        table={table}
        label={visibleName(file.name)}
        height={virtualizer.getTotalSize()}
        near={virtualizer.getVirtualItems()}
      />
    </DocumentStage>
  );
}

/** How many rows are below the head. */
function dataRows(rows: Uint32Array): number {
  return Math.max(0, rows.length - 2);
}

function extentOf({ rows, columns, isCut }: TableCells, { cutAt }: ReadText): string {
  const count = dataRows(rows);
  const first = isCut || cutAt !== undefined ? 'the first ' : '';
  return `${first}${count.toLocaleString('en')} ${count === 1 ? 'row' : 'rows'}, ${columns.toLocaleString('en')} ${columns === 1 ? 'column' : 'columns'}`;
}

function noteOn(file: ViewedFile, { cutAt }: ReadText, { rows, columns, isCut }: TableCells): string | undefined {
  const count = dataRows(rows).toLocaleString('en');
  if (isCut) return `The first ${count} rows are shown.`;
  if (cutAt !== undefined) return `The first ${sizeText(cutAt)} of ${sizeText(file.size)} are shown: ${count} rows.`;
  return columns > maxTableColumns
    ? `The first ${maxTableColumns} of ${columns.toLocaleString('en')} columns are shown.`
    : undefined;
}
