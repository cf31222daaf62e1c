import { useCallback, useRef } from 'react';
import { useWhenBack } from '../../said/away.ts';
import { LoadingStage } from '../parts/loading-stage.tsx';
import { ProblemStage } from '../parts/problem-stage.tsx';
import { useReading } from '../reading/use-reading.ts';
import type { ViewedFile } from '../reading/viewed-file.ts';
import { openPdf } from './open-pdf.ts';
import { PdfPages } from './pdf-pages.tsx';

/** A PDF, page below page. */
export function PdfView({ file }: { file: ViewedFile }) {
  const reading = useReading(useCallback((signal: AbortSignal) => openPdf(file, signal), [file]));
  const hasFailed = useRef(false);
  const onFailed = useCallback(() => {
    hasFailed.current = true;
  }, []);
  useWhenBack(() => {
    if (reading.state !== 'read' || !hasFailed.current) return;
    hasFailed.current = false;
    // pdf.js never asks again for what it did not get.
    reading.retry();
  });
  if (reading.state === 'reading') return <LoadingStage />;
  if (reading.state === 'failed') return <ProblemStage file={file} {...reading} />;
  return <PdfPages {...reading.value} onFailed={onFailed} />;
}
