import type { ByteRange } from '#server/blobs/blob-store.ts';
import type { VerifiedBlob } from '#server/integrity/verified-blob.ts';

/** Files up to this size, in bytes, are read before it is their turn. */
const maxAheadBytes = 64 * 1024;
/** And so many of them: most of the time goes by waiting for each. */
const filesAhead = 8;

type Sized = { member: { size: number } };

/** The bytes of files one after the other; while one is sent, the next small ones are read. */
export function createReadAhead<File extends Sized>(
  files: readonly File[],
  open: (file: File) => Promise<VerifiedBlob>,
) {
  const coming = new Map<number, Promise<Buffer>>();
  let turn = 0;

  return {
    /** The range of the next file. */
    async *next(range: ByteRange): AsyncGenerator<Buffer> {
      const at = turn;
      turn += 1;
      for (let later = at; later < Math.min(files.length, at + filesAhead); later += 1) begin(later);
      const ready = coming.get(at);
      coming.delete(at);
      if (ready !== undefined) yield (await ready).subarray(range.start, range.end + 1);
      else yield* bytesOf(at, range);
    },

    /** Waits for what is being read. */
    async close(): Promise<void> {
      await Promise.allSettled(coming.values());
    },
  };

  function begin(at: number): void {
    const file = files[at];
    if (file === undefined || file.member.size > maxAheadBytes || coming.has(at)) return;
    const reading = whole(at);
    // A download that ends before this file does not receive its error.
    reading.catch(() => {});
    coming.set(at, reading);
  }

  async function whole(at: number): Promise<Buffer> {
    const buffers: Buffer[] = [];
    for await (const bytes of bytesOf(at)) buffers.push(Buffer.from(bytes));
    return buffers.length === 1 && buffers[0] ? buffers[0] : Buffer.concat(buffers);
  }

  async function* bytesOf(at: number, range?: ByteRange): AsyncGenerator<Buffer> {
    const file = files[at];
    if (file === undefined) return;
    const blob = await open(file);
    try {
      yield* blob.bytes(range);
    } finally {
      await blob.close();
    }
  }
}
