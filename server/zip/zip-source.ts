/** The bytes of an archive, wherever they are. */
export type ZipSource = {
  size: number;
  /** The bytes of a range, both ends included. A buffer may be used again once the one after the next is requested. */
  bytes(range: { start: number; end: number }): AsyncIterable<Buffer>;
};

/** What is read at once for small parts, in bytes, and how many of those are kept. */
const windowBytes = 4 * 1024 ** 2;
const windowsKept = 3;

export type ZipWindows = ReturnType<typeof createWindows>;

/** Reads small parts of an archive, most of which lie one behind the other, in few and large reads. */
export function createWindows(source: ZipSource) {
  const kept = new Map<number, Promise<Buffer>>();

  return {
    /** The bytes from a position on, fewer only at the end of the archive. They may be kept. */
    async read(position: number, length: number): Promise<Buffer> {
      const parts: Buffer[] = [];
      const end = Math.min(position + length, source.size);
      for (let at = position; at < end; ) {
        const start = Math.floor(at / windowBytes) * windowBytes;
        const part = (await windowAt(start)).subarray(at - start, end - start);
        parts.push(part);
        at += part.length;
      }
      const [only] = parts;
      return parts.length === 1 && only !== undefined ? only : Buffer.concat(parts);
    },
  };

  function windowAt(start: number): Promise<Buffer> {
    const found = kept.get(start) ?? readWindow(start);
    kept.delete(start);
    kept.set(start, found);
    const [oldest] = kept.keys();
    if (kept.size > windowsKept && oldest !== undefined) kept.delete(oldest);
    return found;
  }

  async function readWindow(start: number): Promise<Buffer> {
    const window = Buffer.allocUnsafeSlow(Math.min(windowBytes, source.size - start));
    let at = 0;
    for await (const bytes of source.bytes({ start, end: start + window.length - 1 })) at += bytes.copy(window, at);
    if (at < window.length) throw new Error('An archive ended before its size');
    return window;
  }
}
