import './markdown-page.css';
import type { ReactNode } from 'react';
import type { MarkdownElement, MarkdownPiece } from './read-markdown.ts';

/** Markdown as a page. Its elements are made here one by one, of a fixed list, with no attribute that a text could choose. */
export function MarkdownPage({ pieces }: { pieces: readonly MarkdownPiece[] }) {
  return <article className="sheetpage markdown">{pieces.map(shown)}</article>;
}

function shown(piece: MarkdownPiece, at: number): ReactNode {
  return typeof piece === 'string' ? piece : <Element key={at} {...piece} />;
}

function Element({ tag: Tag, pieces, address, start }: MarkdownElement) {
  if (Tag === 'hr' || Tag === 'br') return <Tag />;
  const children = pieces.map(shown);
  if (Tag === 'ol') return <ol start={start}>{children}</ol>;
  if (Tag === 'a')
    return (
      <a href={address} target="_blank" rel="noopener noreferrer">
        {children}
      </a>
    );
  if (Tag === 'table')
    return (
      <div className="markdown__wide" role="group" aria-label="A table" tabIndex={0}>
        <table>{children}</table>
      </div>
    );
  return <Tag>{children}</Tag>;
}
