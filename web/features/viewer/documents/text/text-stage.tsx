import type { ReactNode } from 'react';
import { DocumentStage } from '../parts/document-stage.tsx';
import type { ReadText } from '../reading/read-text.ts';
import type { ViewedFile } from '../reading/viewed-file.ts';
import type { TextBlock } from './text-blocks.ts';
import { useWritten, WrittenText, WrittenTools } from './written-text.tsx';

type TextStageProps = {
  file: ViewedFile;
  read: ReadText;
  about?: string | undefined;
  numbered?: boolean;
  note?: string | undefined;
  render?: ((block: TextBlock) => ReactNode) | undefined;
};

/** A text that is shown only as it is written. */
export function TextStage({ file, read, about, ...shown }: TextStageProps) {
  const written = useWritten(read);
  return (
    <DocumentStage label="The text" tools={<WrittenTools written={written} about={about} />}>
      <WrittenText file={file} written={written} {...shown} />
    </DocumentStage>
  );
}
