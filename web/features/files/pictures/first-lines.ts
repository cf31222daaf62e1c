import { decodeText } from '#web/ui/browser/decode-text.ts';

/** More than a leaf has room for, in bytes. */
const mostBytes = 1024;
/** Rich text begins with pages of commands. */
const isMarkup = /^\{\\rtf/;
/** Files that are read at the same time. */
const atOnce = 4;

const lanes = Array.from({ length: atOnce }, () => Promise.resolve());
let turn = 0;

/** The beginning of a text; undefined if there is nothing to be read. Throws what `fetch` throws, and when it is aborted. */
export async function readFirstLines(url: string, signal: AbortSignal): Promise<string | undefined> {
  turn = (turn + 1) % atOnce;
  const reading = (lanes[turn] ?? Promise.resolve()).then(() => read(url, signal));
  lanes[turn] = reading.then(
    () => {},
    () => {},
  );
  return await reading;
}

async function read(url: string, signal: AbortSignal): Promise<string | undefined> {
  signal.throwIfAborted();
  const response = await fetch(url, { headers: { range: `bytes=0-${mostBytes - 1}` }, signal });
  if (!response.ok) return undefined;
  const text = decodeText(new Uint8Array(await response.arrayBuffer()))?.trim();
  return text === undefined || text === '' || isMarkup.test(text) ? undefined : text;
}
