import { useCallback } from 'react';
import { LoadingStage } from '../parts/loading-stage.tsx';
import { ProblemStage } from '../parts/problem-stage.tsx';
import { askWorker } from '../reading/ask-in-worker.ts';
import { maxMarkdownCharacters, maxTextBytes } from '../reading/document-limits.ts';
import { type ReadText, readText } from '../reading/read-text.ts';
import { useReading } from '../reading/use-reading.ts';
import type { ViewedFile } from '../reading/viewed-file.ts';
import { TextStage } from '../text/text-stage.tsx';
import { MarkdownStage } from './markdown-stage.tsx';
import type { MarkdownPiece } from './read-markdown.ts';

type Markdown = { read: ReadText; pieces?: MarkdownPiece[]; note?: string };

/** Markdown as a page if it can be one, and as it is written. */
export function MarkdownView({ file }: { file: ViewedFile }) {
  const reading = useReading(useCallback((signal: AbortSignal) => readBoth(file, signal), [file]));
  if (reading.state === 'reading') return <LoadingStage />;
  if (reading.state === 'failed') return <ProblemStage file={file} {...reading} />;
  const { read, pieces, note } = reading.value;
  if (pieces === undefined) return <TextStage file={file} read={read} note={note} />;
  return <MarkdownStage file={file} read={read} pieces={pieces} />;
}

async function readBoth(file: ViewedFile, signal: AbortSignal): Promise<Markdown> {
  const read = await readText(file, maxTextBytes, signal);
  if (read.text.length > maxMarkdownCharacters)
    return { read, note: 'It is too long to be shown as a page, so here it is as it is written.' };
  const worker = new Worker(new URL('./markdown-worker.ts', import.meta.url), { type: 'module' });
  try {
    return { read, pieces: await askWorker<MarkdownPiece[]>(worker, read.text, signal) };
  } catch {
    signal.throwIfAborted();
    return { read, note: 'It could not be shown as a page, so here it is as it is written.' };
  }
}
