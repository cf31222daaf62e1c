import { maxNameBytes } from '#contract/limits.ts';
import { utf8Length } from '#contract/names.ts';

/** An ending as people mean it: short, and without spaces. */
const ending = /(?<=.)\.[^.\s]{1,16}$/u;

const graphemesOf = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/**
 * The n-th name to try for a thing whose own name may be taken: its own, `name (word).txt`, `name (word 2).txt` … The
 * ending of a file stays at the end; what does not fit into `maxNameBytes` is cut before the bracket.
 */
export function nameVariant({ name, kind }: { name: string; kind: 'folder' | 'file' }, word: string, n: number) {
  if (n === 0) return name;
  const last = kind === 'file' ? (ending.exec(name)?.[0] ?? '') : '';
  const addition = ` (${n === 1 ? word : `${word} ${n}`})${last}`;
  return cutTo(name.slice(0, name.length - last.length), maxNameBytes - utf8Length(addition)) + addition;
}

function cutTo(text: string, maxBytes: number): string {
  if (utf8Length(text) <= maxBytes) return text;
  let kept = '';
  for (const { segment } of graphemesOf.segment(text)) {
    if (utf8Length(kept + segment) > maxBytes) return kept;
    kept += segment;
  }
  return kept;
}
