/** The bytes of an archive, wherever they are. */
export type ZipSource = {
  size: number;
  /** The bytes of a range, both ends included. A buffer may be used again once the one after the next is requested. */
  bytes(range: { start: number; end: number }): AsyncIterable<Buffer>;
};

/** What is read at once for small parts, in bytes, and how many of those are kept. */
const windowBytes = 4 * 1024 ** 2;
const windowsKept = 3;

export type ZipWindows = ReturnType<ReturnType<typeof createWindowCache>['of']>;

/** Keeps what was read of several archives, as much as of one. */
export function createWindowCache() {
  const kept = new Map<string, Promise<Buffer>>();
  let sources = 0;

  return {
    /** Reads small parts of an archive, most of which lie one behind the other, in few and large reads. */
    of(source: ZipSource) {
      sources += 1;
      const own = sources;
      return {
        /** The bytes from a position on, fewer only at the end of the archive. They may be kept. */
        async read(position: number, length: number): Promise<Buffer> {
          const parts: Buffer[] = [];
          const end = Math.min(position + length, source.size);
          for (let at = position; at < end; ) {
            const start = Math.floor(at / windowBytes) * windowBytes;
            const window = await keep(`${own} ${start}`, () => readWindow(source, start));
            const part = window.subarray(at - start, end - start);
            parts.push(part);
            at += part.length;
          }
          const [only] = parts;
          return parts.length === 1 && only !== undefined ? only : Buffer.concat(parts);
        },
      };
    },
  };

  function keep(key: string, read: () => Promise<Buffer>): Promise<Buffer> {
    const found = kept.get(key) ?? read();
    kept.delete(key);
    kept.set(key, found);
    const [oldest] = kept.keys();
    if (kept.size > windowsKept && oldest !== undefined) kept.delete(oldest);
    return found;
  }
}

async function readWindow(source: ZipSource, start: number): Promise<Buffer> {
  const window = Buffer.allocUnsafeSlow(Math.min(windowBytes, source.size - start));
  let at = 0;
  for await (const bytes of source.bytes({ start, end: start + window.length - 1 })) at += bytes.copy(window, at);
  if (at < window.length) throw new Error('An archive ended before its size');
  return window;
}
