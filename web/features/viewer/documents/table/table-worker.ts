/** Reads a table and finds its cells beside the page, which stays quick meanwhile. */

import { decodeText } from '#web/ui/browser/decode-text.ts';
import { answerInWorker } from '../reading/answer-in-worker.ts';
import { parseTable, type TableCells } from './parse-table.ts';

export type TableQuestion = { bytes: Uint8Array; isTabbed: boolean };
/** Undefined if the bytes are no text. */
export type TableAnswer = { text: string; table: TableCells } | undefined;

answerInWorker(
  ({ bytes, isTabbed }: TableQuestion): TableAnswer => {
    const text = decodeText(bytes);
    return text === undefined ? undefined : { text, table: parseTable(text, isTabbed) };
  },
  (answer) => (answer === undefined ? [] : [answer.table.cells.buffer, answer.table.rows.buffer]),
);
