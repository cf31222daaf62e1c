import { linesOf } from './json-lines.ts';

/** A line of a SHA256SUMS file; the path is relative to its folder. */
export type Sum = { sha256: string; path: string };

const line = /^(\\?)([0-9a-f]{64}) [ *](.+)$/;
const escapes: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r' };
const unescapes: Record<string, string> = { '\\\\': '\\', '\\n': '\n', '\\r': '\r' };

/**
 * As `sha256sum` of GNU coreutils writes it and `sha256sum -c` reads it: with a backslash in front where a name has one, or
 * a line break.
 */
export function sumLine({ sha256, path }: Sum): string {
  const escaped = path.replace(/[\\\n\r]/g, (character) => escapes[character] ?? character);
  return `${escaped === path ? '' : '\\'}${sha256}  ${escaped}\n`;
}

/** Reads a SHA256SUMS file line by line. Throws when a line is none. */
export async function* readSums(file: string): AsyncIterable<Sum> {
  for await (const text of linesOf(file)) {
    const [, mark, sha256, path] = line.exec(text) ?? [];
    if (sha256 === undefined || path === undefined) throw new Error(`Not a line of a SHA256SUMS file: ${text}`);
    yield { sha256, path: mark === '' ? path : path.replace(/\\[\\nr]/g, (pair) => unescapes[pair] ?? pair) };
  }
}
