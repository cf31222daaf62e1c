import { useCallback } from 'react';
import { LoadingStage } from '../parts/loading-stage.tsx';
import { ProblemStage } from '../parts/problem-stage.tsx';
import { askWorker } from '../reading/ask-in-worker.ts';
import { maxTableBytes, maxTextBytes } from '../reading/document-limits.ts';
import { readBytes } from '../reading/read-bytes.ts';
import { type ReadText, readText } from '../reading/read-text.ts';
import { useReading } from '../reading/use-reading.ts';
import type { ViewedFile } from '../reading/viewed-file.ts';
import { TextStage } from '../text/text-stage.tsx';
import type { TableCells } from './parse-table.ts';
import { TableStage } from './table-stage.tsx';
import type { TableAnswer, TableQuestion } from './table-worker.ts';

type Table = { read: ReadText; table?: TableCells };

/** Comma-separated values as a table, and as they are written. */
export function TableView({ file }: { file: ViewedFile }) {
  const reading = useReading(useCallback((signal: AbortSignal) => readBoth(file, signal), [file]));
  if (reading.state === 'reading') return <LoadingStage />;
  if (reading.state === 'failed') return <ProblemStage file={file} {...reading} />;
  const { read, table } = reading.value;
  if (table === undefined) return <TextStage file={file} read={read} />;
  return <TableStage file={file} read={read} table={table} />;
}

/** The table, and the text that it is of; only the text if it is none, or too much of one. */
async function readBoth(file: ViewedFile, signal: AbortSignal): Promise<Table> {
  const bytes = await readBytes(file, maxTableBytes, signal);
  const worker = new Worker(new URL('./table-worker.ts', import.meta.url), { type: 'module' });
  const isTabbed = file.contentType === 'text/tab-separated-values' || /\.(tsv|tab)$/i.test(file.name);
  const question: TableQuestion = { bytes, isTabbed };
  const answer = await askWorker<TableAnswer>(worker, question, signal).catch(() => undefined);
  signal.throwIfAborted();
  if (answer === undefined || !hasRows(answer.table)) return { read: await readText(file, maxTextBytes, signal) };
  const { text, table } = answer;
  return { read: file.size > maxTableBytes ? { text, cutAt: maxTableBytes } : { text }, table };
}

/** Whether there is a row below the head, or a whole head. */
function hasRows({ rows, isCut }: TableCells): boolean {
  return rows.length > 2 || (rows.length === 2 && !isCut);
}
