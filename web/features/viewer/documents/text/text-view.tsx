import { useCallback } from 'react';
import { LoadingStage } from '../parts/loading-stage.tsx';
import { ProblemStage } from '../parts/problem-stage.tsx';
import { maxTextBytes } from '../reading/document-limits.ts';
import { readText } from '../reading/read-text.ts';
import { useReading } from '../reading/use-reading.ts';
import type { ViewedFile } from '../reading/viewed-file.ts';
import { TextStage } from './text-stage.tsx';

/** A text, as it is written. */
export function TextView({ file }: { file: ViewedFile }) {
  const reading = useReading(useCallback((signal: AbortSignal) => readText(file, maxTextBytes, signal), [file]));
  if (reading.state === 'reading') return <LoadingStage />;
  if (reading.state === 'failed') return <ProblemStage file={file} {...reading} />;
  return <TextStage file={file} read={reading.value} />;
}
