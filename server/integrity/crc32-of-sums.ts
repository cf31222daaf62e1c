import { type BlobSums, pieceBytes, sumsPartBytes } from '#server/blobs/blob-store.ts';
import { combineCrc32, crc32OfPieces } from './combine-crc32.ts';

/** The CRC-32 of a blob of so many bytes, from the sums of its pieces. */
export async function crc32OfSums(sums: BlobSums, size: number): Promise<number> {
  let whole = 0;
  let at = 0;
  for await (const { crc32s } of sums.parts()) {
    const length = Math.min(sumsPartBytes, size - at);
    whole = withPart(whole, crc32s, length);
    at += length;
  }
  return whole;
}

/** The CRC-32 with that of the next part, of so many bytes, whose pieces have these. */
export function withPart(before: number, crc32s: Buffer, length: number): number {
  return combineCrc32(before, crc32OfPieces(crc32s, pieceBytes, length), length);
}
