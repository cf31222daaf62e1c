import { type ComponentType, useState } from 'react';
import { type DocumentKind, documentKindOf } from './document-kind.ts';
import { LoadingStage } from './parts/loading-stage.tsx';
import { ProblemStage } from './parts/problem-stage.tsx';
import { DocumentError } from './reading/document-error.ts';
import { useReading } from './reading/use-reading.ts';
import type { ViewedFile } from './reading/viewed-file.ts';

type View = ComponentType<{ file: ViewedFile }>;

/** Each kind is a part of the app of its own, loaded when the first document of that kind is shown. */
const views: Record<DocumentKind, () => Promise<View>> = {
  pdf: async () => (await import('./pdf/pdf-view.tsx')).PdfView,
  markdown: async () => (await import('./markdown/markdown-view.tsx')).MarkdownView,
  table: async () => (await import('./table/table-view.tsx')).TableView,
  code: async () => (await import('./code/code-view.tsx')).CodeView,
  text: async () => (await import('./text/text-view.tsx')).TextView,
};

/** A document in the middle of the viewer, and the buttons for it below. */
export function DocumentView({ file }: { file: ViewedFile }) {
  // It is not read again when the same bytes are described anew.
  const [shown] = useState(file);
  const view = useReading(views[documentKindOf(file.contentType, file.name) ?? 'text']);
  if (view.state === 'reading') return <LoadingStage />;
  if (view.state === 'failed')
    return <ProblemStage file={file} error={new DocumentError('unreachable')} retry={view.retry} />;
  const View = view.value;
  return <View file={shown} />;
}
