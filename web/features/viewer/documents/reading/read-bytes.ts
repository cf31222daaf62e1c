import { DocumentError } from './document-error.ts';
import type { ViewedFile } from './viewed-file.ts';

/**
 * The first bytes of a file, all of them if there are no more than `most`. Throws a DocumentError: unreachable, or refused
 * with the server's message.
 */
export async function readBytes({ url, size }: ViewedFile, most: number, signal: AbortSignal): Promise<Uint8Array> {
  const headers: HeadersInit = size > most ? { range: `bytes=0-${most - 1}` } : {};
  try {
    const response = await fetch(url, { headers, signal });
    if (!response.ok) throw new DocumentError('refused', { message: await messageIn(response) });
    return new Uint8Array(await response.arrayBuffer()).subarray(0, most);
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof DocumentError ? error : new DocumentError('unreachable', { cause: error });
  }
}

/** What the server says of an error: a sentence, in the form that all of its errors have. */
async function messageIn(response: Response): Promise<string> {
  const answer: unknown = await response.json().catch(() => undefined);
  const { message } = (answer ?? {}) as { message?: unknown };
  return typeof message === 'string' ? message : `The server answered ${response.status}.`;
}
