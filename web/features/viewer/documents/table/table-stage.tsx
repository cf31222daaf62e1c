import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef, useState } from 'react';
import { visibleName } from '#contract/names/names.ts';
import { counted, sizeText } from '#contract/texts/amounts.ts';
import { DocumentNote } from '../parts/document-note.tsx';
import { DocumentStage } from '../parts/document-stage.tsx';
import { StageChoice } from '../parts/stage-choice.tsx';
import { maxTableColumns } from '../reading/document-limits.ts';
import type { ReadText } from '../reading/read-text.ts';
import type { ViewedFile } from '../reading/viewed-file.ts';
import { useWritten, WrittenText, WrittenTools } from '../text/written-text.tsx';
import type { TableCells } from './parse-table.ts';
import { rowHeight, TableSheet } from './table-sheet.tsx';

/** Rows rendered above and below the visible ones; what stands above the table is not higher than these. */
const overscan = 8;

const looks = [
  { value: 'table', label: 'Table' },
  { value: 'written', label: 'As written' },
] as const;

/** A table whose first row is its head, or its text. Only the rows that are near are in the page. */
export function TableStage({ file, read, table }: { file: ViewedFile; read: ReadText; table: TableCells }) {
  const [look, setLook] = useState<'table' | 'written'>('table');
  const written = useWritten(read);
  const desk = useRef<HTMLDivElement>(null);
  const isTable = look === 'table';
  const virtualizer = useVirtualizer({
    count: isTable ? dataRows(table.rows) : 0,
    overscan,
    getScrollElement: () => desk.current,
    estimateSize: () => rowHeight,
  });
  const note = noteOn(file, read, table);
  return (
    <DocumentStage
      label={isTable ? 'The table' : 'The text'}
      desk={desk}
      tools={
        <>
          <StageChoice label="How to show it" options={looks} value={look} onChoose={setLook} />
          {isTable ? <span className="num">{extentOf(table, read)}</span> : <WrittenTools written={written} />}
        </>
      }
    >
      {isTable && note !== undefined ? <DocumentNote file={file}>{note}</DocumentNote> : null}
      {isTable ? (
        <TableSheet
          text={read.text}
          table={table}
          label={visibleName(file.name)}
          height={virtualizer.getTotalSize()}
          near={virtualizer.getVirtualItems()}
        />
      ) : (
        <WrittenText file={file} written={written} />
      )}
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
  return `${first}${counted(count, 'row')}, ${counted(columns, 'column')}`;
}

function noteOn(file: ViewedFile, { cutAt }: ReadText, { rows, columns, isCut }: TableCells): string | undefined {
  const count = dataRows(rows).toLocaleString('en');
  if (isCut) return `The first ${count} rows are shown.`;
  if (cutAt !== undefined) return `The first ${sizeText(cutAt)} of ${sizeText(file.size)} are shown: ${count} rows.`;
  return columns > maxTableColumns
    ? `The first ${maxTableColumns} of ${columns.toLocaleString('en')} columns are shown.`
    : undefined;
}
