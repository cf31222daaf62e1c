import { maxNameBytes } from '../limits.ts';
import { graphemesOf } from './graphemes.ts';
import { utf8Length } from './names.ts';

/** An extension as people understand it: short, and without spaces. */
const extensionPattern = /(?<=.)\.[^.\s]{1,16}$/u;

type Named = { name: string; kind: 'folder' | 'file' };

/**
 * The n-th name to try for an entry whose own name may be taken: its own, `name (word).txt`, `name (word 2).txt` … The
 * extension of a file stays at the end; what does not fit into `maxNameBytes` is cut before the parenthesis.
 */
export function nameVariant(entry: Named, word: string, n: number): string {
  return nameVariants(entry)(word, n);
}

/** The same for many numbers of one name, which is cut once for each length of what follows it. */
export function nameVariants(entry: Named): (word: string, n: number) => string {
  const { name } = entry;
  const { stem, extension } = partsOf(entry);
  const cuts = new Map<number, string>();
  return (word, n) => {
    if (n === 0) return name;
    const suffix = ` (${n === 1 ? word : `${word} ${n}`})${extension}`;
    const bytes = utf8Length(suffix);
    const cut = cuts.get(bytes) ?? cutTo(stem, maxNameBytes - bytes);
    cuts.set(bytes, cut);
    return cut + suffix;
  };
}

/** The name of a file in at most so many bytes of UTF-8: what does not fit is cut before the extension. */
export function cutFileName(name: string, maxBytes: number): string {
  const { stem, extension } = partsOf({ name, kind: 'file' });
  return cutTo(stem, maxBytes - utf8Length(extension)) + extension;
}

function partsOf({ name, kind }: Named): { stem: string; extension: string } {
  const extension = kind === 'file' ? (extensionPattern.exec(name)?.[0] ?? '') : '';
  return { stem: name.slice(0, name.length - extension.length), extension };
}

/** As many of the first characters of a text as fit into some bytes of UTF-8. */
export function cutTo(text: string, maxBytes: number): string {
  if (utf8Length(text) <= maxBytes) return text;
  let bytes = 0;
  for (const { segment, index } of graphemesOf(text)) {
    bytes += utf8Length(segment);
    if (bytes > maxBytes) return text.slice(0, index);
  }
  return text;
}
