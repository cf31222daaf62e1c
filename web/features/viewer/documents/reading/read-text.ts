import { decodeText } from '#web/ui/browser/decode-text.ts';
import { DocumentError } from './document-error.ts';
import { readBytes } from './read-bytes.ts';
import type { ViewedFile } from './viewed-file.ts';

export type ReadText = {
  text: string;
  /** How many bytes of the file the text is of; undefined if it is all of it. */
  cutAt?: number;
};

/** The text of a file, of a long one the beginning. Throws a DocumentError: unreachable, refused, not-text. */
export async function readText(file: ViewedFile, mostBytes: number, signal: AbortSignal): Promise<ReadText> {
  const text = decodeText(await readBytes(file, mostBytes, signal));
  if (text === undefined) throw new DocumentError('not-text');
  return file.size > mostBytes ? { text, cutAt: mostBytes } : { text };
}
