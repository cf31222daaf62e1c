import './code-block.css';
import { useRef } from 'react';
import type { TextBlock } from '../text/text-blocks.ts';
import { codePieces } from './code-marks.ts';
import { useNear } from './use-near.ts';

type CodeBlockProps = {
  code: string;
  /** What `highlight` found; undefined until it has. */
  runs: Uint32Array | undefined;
  block: TextBlock;
};

/** Lines of a program with their numbers and colours. Until it comes near, it is the text alone, which takes the same room. */
export function CodeBlock({ code, runs, block }: CodeBlockProps) {
  const box = useRef<HTMLElement>(null);
  const isNear = useNear(box);
  return (
    <code ref={box} className="code-block" style={{ counterReset: `line ${block.line - 1}` }}>
      {isNear ? <CodeRows code={code} runs={runs ?? none} block={block} /> : code.slice(block.start, block.end)}
    </code>
  );
}

const none = new Uint32Array();

function CodeRows({ code, runs, block: { start, end, isContinued } }: CodeBlockProps & { runs: Uint32Array }) {
  return rowsOf(code, start, end).map((row) => (
    <span key={row.start} className={isContinued && row.start === start ? 'code-row code-row--rest' : 'code-row'}>
      {codePieces(code, runs, row.start, row.end).map(({ text, className }, at) =>
        className === undefined ? (
          text
        ) : (
          <span key={at} className={className}>
            {text}
          </span>
        ),
      )}
    </span>
  ));
}

/** The lines of a part of a text, each with the line feed at its end. */
function rowsOf(text: string, start: number, end: number): { start: number; end: number }[] {
  const rows = [];
  for (let at = start; at < end; ) {
    const feed = text.indexOf('\n', at);
    const next = feed === -1 ? end : Math.min(feed + 1, end);
    rows.push({ start: at, end: next });
    at = next;
  }
  return rows;
}
