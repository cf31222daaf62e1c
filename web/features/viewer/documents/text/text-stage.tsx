import { type ReactNode, useMemo, useState } from 'react';
import { sizeText } from '#web/ui/browser/size-text.ts';
import { Button } from '#web/ui/controls/button.tsx';
import type { ViewedFile } from '../../viewed-file.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { DocumentNote } from '../parts/document-note.tsx';
import { DocumentStage } from '../parts/document-stage.tsx';
import { WrapIcon } from '../parts/wrap-icon.tsx';
import { maxTextBytes } from '../reading/document-limits.ts';
import type { ReadText } from '../reading/read-text.ts';
import { countLines, type TextBlock, textBlocks } from './text-blocks.ts';
import { TextSheet } from './text-sheet.tsx';

type TextStageProps = {
  file: ViewedFile;
  read: ReadText;
  /** What it is: "Python". */
  about?: string | undefined;
  numbered?: boolean;
  /** Why it is shown as it is written, where it could be shown otherwise. */
  note?: string | undefined;
  /** Buttons in front of the others. */
  choice?: ReactNode;
  render?: ((block: TextBlock) => ReactNode) | undefined;
};

/** A text as it is written. */
export function TextStage({ file, read, about, numbered, note, choice, render }: TextStageProps) {
  const [wraps, setWraps] = useState(true);
  // A table may have been read further than a text is shown.
  const text = useMemo(() => read.text.slice(0, maxTextBytes), [read.text]);
  const isCut = read.cutAt !== undefined || text.length < read.text.length;
  const blocks = useMemo(() => textBlocks(text), [text]);
  const lines = countLines(blocks);
  return (
    <DocumentStage
      label="The text"
      tools={
        <>
          {choice}
          <span className="num">{`${about === undefined ? '' : `${about}, `}${linesText(lines, isCut)}`}</span>
          <Button variant="quiet" aria-pressed={wraps} onClick={() => setWraps(!wraps)}>
            <WrapIcon />
            Wrap lines
          </Button>
          <CopyButton text={text} />
        </>
      }
    >
      {isCut ? (
        <DocumentNote file={file}>
          {`The first ${sizeText(Math.min(maxTextBytes, read.cutAt ?? maxTextBytes))} of ${sizeText(file.size)} are shown.`}
        </DocumentNote>
      ) : null}
      {note === undefined ? null : <p className="document-note">{note}</p>}
      <TextSheet text={text} blocks={blocks} wraps={wraps} numbered={numbered} render={render} />
    </DocumentStage>
  );
}

function linesText(lines: number, isCut: boolean): string {
  if (lines === 1) return '1 line';
  return `${isCut ? 'the first ' : ''}${lines.toLocaleString('en')} lines`;
}
