/** The bytes of an archive, wherever they are. */
export type ZipSource = {
  size: number;
  /** The bytes of a range, both ends included. A buffer may be used again once the one after the next is requested. */
  bytes(range: { start: number; end: number }): AsyncIterable<Buffer>;
};

/** The first read somewhere, in bytes; each that continues it is twice as long as the one before, up to the largest. */
const smallestWindow = 64 * 1024;
const largestWindow = 4 * 1024 ** 2;
const windowsKept = 3;

type Window = { source: ZipSource; start: number; end: number; bytes: Promise<Buffer> };

export type ZipWindows = ReturnType<ReturnType<typeof createWindowCache>['of']>;

/**
 * Reads small parts of archives: in few and large reads where one lies behind the other, as most do, and in small ones where
 * their order is another. Keeps what was read last, of several archives as much as of one.
 */
export function createWindowCache() {
  /** The one that was used last is the last one. */
  let kept: Window[] = [];

  return {
    of(source: ZipSource) {
      return {
        /** The bytes from a position on, fewer only at the end of the archive. They may be kept. */
        async read(position: number, length: number): Promise<Buffer> {
          const parts: Buffer[] = [];
          const end = Math.min(position + length, source.size);
          for (let at = position; at < end; ) {
            const window = windowAt(source, at);
            parts.push((await window.bytes).subarray(at - window.start, end - window.start));
            at = Math.min(end, window.end);
          }
          const [only] = parts;
          return parts.length === 1 && only !== undefined ? only : Buffer.concat(parts);
        },
      };
    },
  };

  function windowAt(source: ZipSource, at: number): Window {
    const ofSource = kept.filter((window) => window.source === source);
    const found = ofSource.find(({ start, end }) => start <= at && at < end) ?? openWindow(source, at, ofSource);
    kept = [...kept.filter((window) => window !== found), found].slice(-windowsKept);
    return found;
  }
}

function openWindow(source: ZipSource, at: number, others: readonly Window[]): Window {
  const start = Math.floor(at / smallestWindow) * smallestWindow;
  const before = others.find(({ end }) => end === start);
  const length = before === undefined ? smallestWindow : Math.min(largestWindow, 2 * (before.end - before.start));
  const end = Math.min(start + length, source.size);
  return { source, start, end, bytes: readWindow(source, start, end) };
}

async function readWindow(source: ZipSource, start: number, end: number): Promise<Buffer> {
  const window = Buffer.allocUnsafeSlow(end - start);
  let at = 0;
  for await (const bytes of source.bytes({ start, end: end - 1 })) at += bytes.copy(window, at);
  if (at < window.length) throw new Error('An archive ended before its size');
  return window;
}
