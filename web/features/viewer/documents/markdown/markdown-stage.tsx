import { useState } from 'react';
import { CopyButton } from '../parts/copy-button.tsx';
import { DocumentStage } from '../parts/document-stage.tsx';
import { StageChoice } from '../parts/stage-choice.tsx';
import type { ReadText } from '../reading/read-text.ts';
import type { ViewedFile } from '../reading/viewed-file.ts';
import { useWritten, WrittenText, WrittenTools } from '../text/written-text.tsx';
import { MarkdownPage } from './markdown-page.tsx';
import type { MarkdownPiece } from './read-markdown.ts';

const looks = [
  { value: 'page', label: 'Page' },
  { value: 'written', label: 'As written' },
] as const;

type MarkdownStageProps = { file: ViewedFile; read: ReadText; pieces: readonly MarkdownPiece[] };

/** Markdown as a page, or as it is written. */
export function MarkdownStage({ file, read, pieces }: MarkdownStageProps) {
  const [look, setLook] = useState<'page' | 'written'>('page');
  const written = useWritten(read);
  const isPage = look === 'page';
  return (
    <DocumentStage
      label={isPage ? 'The page' : 'The text'}
      tools={
        <>
          <StageChoice label="How to show it" options={looks} value={look} onChoose={setLook} />
          {isPage ? <CopyButton text={read.text} /> : <WrittenTools written={written} />}
        </>
      }
    >
      {isPage ? <MarkdownPage pieces={pieces} /> : <WrittenText file={file} written={written} />}
    </DocumentStage>
  );
}
