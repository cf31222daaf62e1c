import type { FileHandle } from 'node:fs/promises';
import type { FreeSpace } from './free-space.ts';

/** Small pieces are gathered to this size: one call for 1 MiB costs far less than sixteen for 64 KiB. */
const maxBatchBytes = 1024 ** 2;
const minBatchBytes = 64 * 1024;
/** What all writers together gather, so that memory does not grow with their number. */
const maxGatheredBytes = 16 * 1024 ** 2;

/** How much each of so many writers gathers, in bytes. */
export function batchBytesOf(writers: number): number {
  return Math.max(minBatchBytes, Math.min(maxBatchBytes, Math.floor(maxGatheredBytes / writers)));
}

type Batches = {
  /** The current size of a batch. */
  batchBytes(): number;
  /** Throws BlobStoreFull for a batch that does not fit. */
  space: FreeSpace;
  /** Called with the position up to which everything is written. */
  afterBatch(end: number): void;
};

/**
 * Writes the bytes of a stream to a file from a position on and returns the new end. While one batch is written the next
 * is gathered. When the stream breaks off, what came before is written all the same.
 */
export async function writeStream(
  file: FileHandle,
  bytes: AsyncIterable<Buffer>,
  offset: number,
  { batchBytes, space, afterBatch }: Batches,
): Promise<number> {
  let end = offset;
  let gathered: Buffer[] = [];
  let gatheredBytes = 0;
  let writing: Promise<void> = Promise.resolve();

  try {
    for await (const piece of bytes) {
      gathered.push(piece);
      gatheredBytes += piece.length;
      if (gatheredBytes >= batchBytes()) {
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
    const batchEnd = at + length;
    end = batchEnd;
    writing = space.use(length, () => writeAll(file, batch, at)).then(() => afterBatch(batchEnd));
    // It is awaited before the next batch; until then a failure has to wait without being called unhandled.
    writing.catch(() => {});
  }
}

/** Writes all pieces one after the other from a position on. */
export async function writeAll(file: FileHandle, batch: Buffer[], at: number): Promise<void> {
  const length = batch.reduce((sum, piece) => sum + piece.length, 0);
  const { bytesWritten } = await file.writev(batch, at);
  if (bytesWritten < length) await writeAll(file, [Buffer.concat(batch).subarray(bytesWritten)], at + bytesWritten);
}
