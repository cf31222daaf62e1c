import { useCallback, useState } from 'react';
import type { ViewedFile } from '../../viewed-file.ts';
import { LoadingStage } from '../parts/loading-stage.tsx';
import { ProblemStage } from '../parts/problem-stage.tsx';
import { StageChoice } from '../parts/stage-choice.tsx';
import { askWorker } from '../reading/ask-in-worker.ts';
import { maxTableBytes } from '../reading/document-limits.ts';
import { type ReadText, readText } from '../reading/read-text.ts';
import { useReading } from '../reading/use-reading.ts';
import { TextStage } from '../text/text-stage.tsx';
import type { TableCells } from './parse-table.ts';
import { TableStage } from './table-stage.tsx';
import type { TableQuestion } from './table-worker.ts';

const looks = [
  { value: 'table', label: 'Table' },
  { value: 'written', label: 'As written' },
] as const;

type Table = { read: ReadText; table?: TableCells };

/** Comma-separated values as a table, or as they are written. */
export function TableView({ file }: { file: ViewedFile }) {
  const [look, setLook] = useState<'table' | 'written'>('table');
  const reading = useReading(useCallback((signal: AbortSignal) => readBoth(file, signal), [file]));
  if (reading.state === 'reading') return <LoadingStage />;
  if (reading.state === 'failed') return <ProblemStage file={file} {...reading} />;
  const { read, table } = reading.value;
  if (table === undefined || table.rows.length < 2) return <TextStage file={file} read={read} />;

  const choice = <StageChoice label="How to show it" options={looks} value={look} onChoose={setLook} />;
  if (look === 'written') return <TextStage file={file} read={read} choice={choice} />;
  return <TableStage file={file} read={read} table={table} choice={choice} />;
}

async function readBoth(file: ViewedFile, signal: AbortSignal): Promise<Table> {
  const read = await readText(file, maxTableBytes, signal);
  const worker = new Worker(new URL('./table-worker.ts', import.meta.url), { type: 'module' });
  const isTabbed = file.contentType === 'text/tab-separated-values' || /\.(tsv|tab)$/i.test(file.name);
  const question: TableQuestion = { text: read.text, isTabbed };
  try {
    return { read, table: await askWorker<TableCells>(worker, question, signal) };
  } catch {
    signal.throwIfAborted();
    return { read };
  }
}
