import { useCallback, useState } from 'react';
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
  const [hasFailed, setHasFailed] = useState(false);
  const onFailed = useCallback(() => setHasFailed(true), []);
  useWhenBack(hasFailed, () => {
    setHasFailed(false);
    // pdf.js never asks again for what it did not get.
    if (reading.state === 'read') reading.retry();
  });
  if (reading.state === 'reading') return <LoadingStage />;
  if (reading.state === 'failed') return <ProblemStage file={file} {...reading} />;
  return <PdfPages {...reading.value} onFailed={onFailed} />;
}
