/** Finds what is to be coloured in a program, beside the page: a grammar may take long for a file that was made for it. */
import { answerInWorker } from '../reading/answer-in-worker.ts';
import { highlight } from './highlight.ts';
import type { Language } from './language-names.ts';

export type CodeQuestion = { code: string; language: Language };

answerInWorker(
  ({ code, language }: CodeQuestion) => highlight(code, language),
  (runs) => [runs.buffer],
);
