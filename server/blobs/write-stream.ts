import type { FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';

/** Small pieces are gathered to this size: one call for 1 MiB costs far less than sixteen for 64 KiB. */
const batchBytes = 1024 ** 2;

/**
 * Writes what a stream gives to a file from a position on and returns the new end. While one batch is written the next
 * is gathered. When the stream breaks off, what came before is written all the same. `beforeBatch` may refuse by throwing.
 */
export async function writeStream(
  file: FileHandle,
  bytes: Readable,
  offset: number,
  beforeBatch: (batchLength: number) => Promise<void>,
): Promise<number> {
  let end = offset;
  let gathered: Buffer[] = [];
  let gatheredBytes = 0;
  let writing: Promise<void> = Promise.resolve();

  try {
    for await (const piece of bytes as AsyncIterable<Buffer>) {
      gathered.push(piece);
      gatheredBytes += piece.length;
      if (gatheredBytes >= batchBytes) {
        await writing;
        writeBatch();
      }
    }
  } finally {
    await writing;
    if (gatheredBytes > 0) writeBatch();
    await writing;
  }
  return end;

  function writeBatch() {
    const [batch, at, length] = [gathered, end, gatheredBytes];
    [gathered, gatheredBytes] = [[], 0];
    end += length;
    writing = beforeBatch(length).then(() => writeAll(file, batch, at));
    // It is awaited before the next batch; until then a failure has to wait without being called unhandled.
    writing.catch(() => {});
  }
}

async function writeAll(file: FileHandle, batch: Buffer[], at: number): Promise<void> {
  const length = batch.reduce((sum, piece) => sum + piece.length, 0);
  const { bytesWritten } = await file.writev(batch, at);
  if (bytesWritten < length) await writeAll(file, [Buffer.concat(batch).subarray(bytesWritten)], at + bytesWritten);
}
