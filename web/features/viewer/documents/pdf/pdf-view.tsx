import { useCallback } from 'react';
import { LoadingStage } from '../parts/loading-stage.tsx';
import { ProblemStage } from '../parts/problem-stage.tsx';
import { useReading } from '../reading/use-reading.ts';
import type { ViewedFile } from '../reading/viewed-file.ts';
import { openPdf } from './open-pdf.ts';
import { PdfPages } from './pdf-pages.tsx';

/** A PDF, page below page. */
export function PdfView({ file }: { file: ViewedFile }) {
  const reading = useReading(useCallback((signal: AbortSignal) => openPdf(file, signal), [file]));
  if (reading.state === 'reading') return <LoadingStage />;
  if (reading.state === 'failed') return <ProblemStage file={file} {...reading} />;
  return <PdfPages {...reading.value} />;
}
