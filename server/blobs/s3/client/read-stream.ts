import { once } from 'node:events';
import type { Readable } from 'node:stream';

/** A stream that gives nothing for this long while somebody waits for it is dead, in milliseconds. */
const silenceMs = 10_000;

/**
 * Fills the buffer with the next bytes of a stream, which takes no more of them than that. Returns how many came: fewer
 * when the stream ended, broke, or fell silent.
 */
export async function readStream(stream: Readable, into: Buffer): Promise<number> {
  let done = 0;
  while (done < into.length) {
    const bytes = stream.read() as Buffer | null;
    if (bytes === null) {
      if (!(await hasMore(stream))) break;
      continue;
    }
    const count = bytes.copy(into, done, 0, into.length - done);
    if (count < bytes.length) stream.unshift(bytes.subarray(count));
    done += count;
  }
  return done;
}

async function hasMore(stream: Readable): Promise<boolean> {
  if (stream.readableEnded || stream.destroyed) return false;
  const ended = new AbortController();
  const silence = setTimeout(() => stream.destroy(), silenceMs);
  const { signal } = ended;
  try {
    return await Promise.race([
      once(stream, 'readable', { signal }).then(() => stream.readableLength > 0 || !stream.readableEnded),
      once(stream, 'close', { signal }).then(() => false),
    ]);
  } catch {
    return false;
  } finally {
    clearTimeout(silence);
    ended.abort();
  }
}
