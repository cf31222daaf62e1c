import { crc32 } from 'node:zlib';
import { pieceBytes, type SumsPart, sumsPartBytes } from '../blob-store.ts';

/** Of no bytes. */
export const noSums: SumsPart = { crc32s: Buffer.alloc(0) };

const crc32Bytes = 4;

/** The sums of a blob as far as its bytes went by. */
export type RunningSums = {
  /** Adds the next bytes. Returns the parts that they completed, which are no longer held here. */
  update(bytes: Buffer): SumsPart[];
  /** The part that is not complete yet, as if the blob ended here; undefined when there is none. */
  rest(): SumsPart | undefined;
};

/** Begins at the start of a part, or behind the sums that it has already, which have to end with a piece. */
export function createRunningSums(begun: SumsPart = noSums): RunningSums {
  let crc32s = [begun.crc32s];
  let done = (begun.crc32s.length / crc32Bytes) * pieceBytes;
  let piece = 0;

  return {
    update(bytes) {
      const parts: SumsPart[] = [];
      for (let at = 0; at < bytes.length; ) {
        const length = Math.min(bytes.length - at, pieceBytes - (done % pieceBytes));
        const next = bytes.subarray(at, at + length);
        piece = crc32(next, piece);
        [at, done] = [at + length, done + length];
        if (done % pieceBytes === 0) endPiece();
        if (done === sumsPartBytes) parts.push(endPart());
      }
      return parts;
    },

    rest() {
      if (done === 0) return undefined;
      return { crc32s: Buffer.concat([...crc32s, ...(done % pieceBytes === 0 ? [] : [fourBytes(piece)])]) };
    },
  };

  function endPiece() {
    crc32s.push(fourBytes(piece));
    piece = 0;
  }

  function endPart(): SumsPart {
    const part = { crc32s: Buffer.concat(crc32s) };
    [crc32s, done] = [[], 0];
    return part;
  }
}

/** Sums from another thread, with the Buffers that messages turn into Uint8Arrays. */
export function withBuffers({ crc32s }: SumsPart): SumsPart {
  return { crc32s: Buffer.from(crc32s) };
}

function fourBytes(value: number): Buffer {
  const bytes = Buffer.alloc(crc32Bytes);
  bytes.writeUInt32BE(value);
  return bytes;
}
