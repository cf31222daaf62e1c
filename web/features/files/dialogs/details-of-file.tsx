import { lazy, Suspense } from 'react';
import type { FileDetailsProps } from './file-details.tsx';

const FileDetails = lazy(async () => ({ default: (await import('./details.ts')).FileDetails }));

/** The details of a file; they are loaded when they are first shown. */
export function DetailsOfFile(props: FileDetailsProps) {
  return (
    <Suspense fallback={<div className="details__state" aria-busy />}>
      <FileDetails {...props} />
    </Suspense>
  );
}
