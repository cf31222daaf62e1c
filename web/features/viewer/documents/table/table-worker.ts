/** Finds the cells of a table beside the page, which stays quick meanwhile. */
import { answerInWorker } from '../reading/answer-in-worker.ts';
import { parseTable } from './parse-table.ts';

export type TableQuestion = { text: string; isTabbed: boolean };

answerInWorker(
  ({ text, isTabbed }: TableQuestion) => parseTable(text, isTabbed),
  ({ cells, rows }) => [cells.buffer, rows.buffer],
);
