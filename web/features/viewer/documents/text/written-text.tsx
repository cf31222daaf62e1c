import { type ReactNode, useMemo, useState } from 'react';
import { sizeText } from '#contract/texts/amounts.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { DocumentNote } from '../parts/document-note.tsx';
import { WrapIcon } from '../parts/wrap-icon.tsx';
import { maxTextBytes } from '../reading/document-limits.ts';
import type { ReadText } from '../reading/read-text.ts';
import type { ViewedFile } from '../reading/viewed-file.ts';
import { countLines, type TextBlock, textBlocks } from './text-blocks.ts';
import { TextSheet } from './text-sheet.tsx';

/** What is shown of a text, and how. */
type Written = {
  text: string;
  blocks: readonly TextBlock[];
  /** How many bytes of the file it is of; undefined if it is all of it. */
  cutAt: number | undefined;
  wraps: boolean;
  setWraps: (wraps: boolean) => void;
};

/** A text to be shown as it is written, by `WrittenText` and `WrittenTools`. */
export function useWritten(read: ReadText): Written {
  const [wraps, setWraps] = useState(true);
  // A table may have been read further than a text is shown.
  const text = useMemo(() => read.text.slice(0, maxTextBytes), [read.text]);
  const blocks = useMemo(() => textBlocks(text), [text]);
  const cutAt = text.length < read.text.length ? maxTextBytes : read.cutAt;
  return { text, blocks, cutAt, wraps, setWraps };
}

/** How long a text is, and buttons for it; `about` says what it is: "Python". */
export function WrittenTools({ written, about }: { written: Written; about?: string | undefined }) {
  const { text, blocks, cutAt, wraps, setWraps } = written;
  const lines = linesText(countLines(blocks), cutAt !== undefined);
  return (
    <>
      <span className="num">{about === undefined ? lines : `${about}, ${lines}`}</span>
      <Button variant="quiet" aria-pressed={wraps} onClick={() => setWraps(!wraps)}>
        <WrapIcon />
        Wrap lines
      </Button>
      <CopyButton text={text} />
    </>
  );
}

type WrittenTextProps = {
  file: ViewedFile;
  written: Written;
  numbered?: boolean | undefined;
  /** Why it is shown as it is written, where it could be shown otherwise. */
  note?: string | undefined;
  render?: ((block: TextBlock) => ReactNode) | undefined;
};

/** A text on its sheet, and above it what is not shown of it. */
export function WrittenText({ file, written, numbered, note, render }: WrittenTextProps) {
  const { text, blocks, cutAt, wraps } = written;
  return (
    <>
      {cutAt === undefined ? null : (
        <DocumentNote file={file}>{`The first ${sizeText(cutAt)} of ${sizeText(file.size)} are shown.`}</DocumentNote>
      )}
      {note === undefined ? null : <p className="document-note">{note}</p>}
      <TextSheet text={text} blocks={blocks} wraps={wraps} numbered={numbered} render={render} />
    </>
  );
}

function linesText(lines: number, isCut: boolean): string {
  if (lines === 1) return '1 line';
  return `${isCut ? 'the first ' : ''}${lines.toLocaleString('en')} lines`;
}
