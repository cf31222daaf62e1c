import { bytesIn, bytesInGrowing, s3PartBytes } from './blob-state.ts';
import type { HeldBlob } from './held-blob.ts';
import { createPartWriter, type PartWriter } from './part-writer.ts';
import type { S3Parts } from './parts.ts';

/**
 * Appends the bytes of a stream. While one part is sent the next is gathered. When the stream breaks off, what came before
 * is stored all the same. Throws BlobOffsetConflict when another node took over.
 */
export async function grow(store: S3Parts, held: HeldBlob, bytes: AsyncIterable<Buffer>): Promise<void> {
  await store.memory.run(() => appendTo(store, held, bytes).catch(held.throwCause));
}

/** Ends what another node began and did not end, and makes parts of pieces that are enough for some. */
export async function drain(store: S3Parts, writer: PartWriter, held: HeldBlob, isLast = false): Promise<void> {
  const { growing } = held.state;
  if (growing?.ending !== undefined || bytesInGrowing({ growing }) >= store.segmentBytes)
    await writer.endObject({ isLast });
  while (bytesIn(held.state.pieces) >= s3PartBytes) await writer.addPart([]);
}

async function appendTo(store: S3Parts, held: HeldBlob, bytes: AsyncIterable<Buffer>): Promise<void> {
  const writer = createPartWriter(store, held);
  await drain(store, writer, held);
  let gathered: Buffer[] = [];
  let gatheredBytes = 0;
  /** Bytes of the pieces when all that was begun is done. */
  let pieceBytes = bytesIn(held.state.pieces);
  let writing: Promise<void> = Promise.resolve();

  try {
    for await (const piece of bytes) {
      gathered.push(piece);
      gatheredBytes += piece.length;
      while (pieceBytes + gatheredBytes >= s3PartBytes) {
        await writing;
        // An object that ended with it and cannot stay as it is became pieces, which come before what is gathered.
        write(writer.addPart(take(s3PartBytes - pieceBytes)).then(() => drain(store, writer, held)));
        pieceBytes = 0;
      }
      if (gatheredBytes >= store.memory.bytes()) {
        await writing;
        writePiece();
      }
    }
  } finally {
    await writing;
    if (gatheredBytes > 0) writePiece();
    await writing;
  }

  function writePiece() {
    pieceBytes += gatheredBytes;
    write(writer.addPiece(take(gatheredBytes)));
  }

  function write(begun: Promise<void>) {
    writing = begun;
    // It is awaited before the next one; until then a failure has to wait without being called unhandled.
    writing.catch(() => {});
  }

  function take(count: number): Buffer[] {
    const taken: Buffer[] = [];
    let left = count;
    while (left > 0) {
      const [first] = gathered;
      if (first === undefined) break;
      const part = first.subarray(0, left);
      taken.push(part);
      left -= part.length;
      if (part.length === first.length) gathered = gathered.slice(1);
      else gathered[0] = first.subarray(part.length);
    }
    gatheredBytes -= count;
    return taken;
  }
}
