import './text-sheet.css';
import type { ReactNode } from 'react';
import { estimatedRows, longestLine, type TextBlock } from './text-blocks.ts';

/** The height of a row and the characters in one, about: what is far away is only as large as it should be. */
const rowHeight = 24;
const charactersPerRow = 100;

type TextSheetProps = {
  text: string;
  blocks: readonly TextBlock[];
  wraps: boolean;
  /** Whether its lines have numbers. */
  numbered?: boolean | undefined;
  /** What to show of a block, other than its text. */
  render?: ((block: TextBlock) => ReactNode) | undefined;
};

/** A text in letters of the same width. All of it is in the page, to be found and selected; what is far away is not laid out. */
export function TextSheet({ text, blocks, wraps, numbered = false, render }: TextSheetProps) {
  const classes = ['sheetpage', 'written', wraps && 'written--wraps', numbered && 'written--numbered'];
  return (
    <div className={classes.filter(Boolean).join(' ')}>
      {blocks.map((block) => (
        <pre key={block.start} style={{ containIntrinsicSize: sizeOf(text, block, wraps) }}>
          {render?.(block) ?? text.slice(block.start, block.end)}
        </pre>
      ))}
      {blocks.length === 0 ? <p className="written__empty">Nothing is in this file.</p> : null}
    </div>
  );
}

function sizeOf(text: string, block: TextBlock, wraps: boolean): string {
  if (wraps) return `auto none auto ${rowHeight * estimatedRows(block, charactersPerRow)}px`;
  return `auto ${longestLine(text, block)}ch auto ${rowHeight * block.lines}px`;
}
