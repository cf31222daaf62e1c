import { maxNameBytes } from '../limits.ts';
import { utf8Length } from './names.ts';

/** An extension as people understand it: short, and without spaces. */
const extensionPattern = /(?<=.)\.[^.\s]{1,16}$/u;

const graphemesOf = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/**
 * The n-th name to try for an entry whose own name may be taken: its own, `name (word).txt`, `name (word 2).txt` … The
 * extension of a file stays at the end; what does not fit into `maxNameBytes` is cut before the parenthesis.
 */
export function nameVariant({ name, kind }: { name: string; kind: 'folder' | 'file' }, word: string, n: number) {
  if (n === 0) return name;
  const extension = kind === 'file' ? (extensionPattern.exec(name)?.[0] ?? '') : '';
  const suffix = ` (${n === 1 ? word : `${word} ${n}`})${extension}`;
  return cutTo(name.slice(0, name.length - extension.length), maxNameBytes - utf8Length(suffix)) + suffix;
}

/** As many of the first characters of a text as fit into some bytes of UTF-8. */
export function cutTo(text: string, maxBytes: number): string {
  if (utf8Length(text) <= maxBytes) return text;
  let bytes = 0;
  for (const { segment, index } of graphemesOf.segment(text)) {
    bytes += utf8Length(segment);
    if (bytes > maxBytes) return text.slice(0, index);
  }
  return text;
}
