/** What a piece of a program is, as far as it is seen: few colours are easier to read than many. */
export const marks = { word: 0, string: 1, comment: 2, number: 3 } as const;
export type Mark = (typeof marks)[keyof typeof marks];

const classes = ['code-word', 'code-string', 'code-comment', 'code-number'] as const;

const ofScopes: Record<string, Mark> = {
  keyword: marks.word,
  'selector-tag': marks.word,
  name: marks.word,
  section: marks.word,
  literal: marks.number,
  number: marks.number,
  symbol: marks.number,
  string: marks.string,
  regexp: marks.string,
  'char.escape': marks.string,
  link: marks.string,
  comment: marks.comment,
  doctag: marks.comment,
  meta: marks.comment,
  quote: marks.comment,
};

/** The mark of a scope of highlight.js; undefined where a piece looks like what is around it. */
export function markOf(scope: string | undefined): Mark | undefined {
  return scope === undefined ? undefined : ofScopes[scope];
}

export type CodePiece = { text: string; className?: (typeof classes)[number] };

/** The text from `start` to `end` in pieces that look the same each. `runs` is what `highlight` found. */
export function codePieces(code: string, runs: Uint32Array, start: number, end: number): CodePiece[] {
  const pieces: CodePiece[] = [];
  let at = start;
  for (let run = firstRunAfter(runs, start); run < runs.length && at < end; run += 3) {
    const [from = end, to = end, mark = 0] = runs.subarray(run, run + 3);
    if (from >= end) break;
    if (from > at) pieces.push({ text: code.slice(at, from) });
    const className = classes[mark as Mark];
    pieces.push({ text: code.slice(Math.max(from, at), Math.min(to, end)), className });
    at = Math.min(to, end);
  }
  if (at < end) pieces.push({ text: code.slice(at, end) });
  return pieces;
}

/** Where the first run is that ends after a position: runs are in order and do not overlap. */
function firstRunAfter(runs: Uint32Array, position: number): number {
  let [low, high] = [0, runs.length / 3];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((runs[middle * 3 + 1] ?? 0) <= position) low = middle + 1;
    else high = middle;
  }
  return low * 3;
}
