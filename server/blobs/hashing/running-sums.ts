import { createHash, type Hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { blockBytes, pieceBytes, type SumsPart, sumsPartBytes } from '../blob-store.ts';

/** The sums of a blob as far as its bytes went by. */
export type RunningSums = {
  /** Adds the next bytes. Returns the parts that they completed, which are no longer held here. */
  update(bytes: Buffer): SumsPart[];
  /** The part that is not complete yet, as if the blob ended here; undefined when there is none. */
  rest(): SumsPart | undefined;
};

/** Begins at the start of a part, or behind the sums that it has already, which have to end with a block. */
export function createRunningSums(
  begun: SumsPart = { sha256s: Buffer.alloc(0), crc32s: Buffer.alloc(0) },
): RunningSums {
  let sha256s = [begun.sha256s];
  let crc32s = [begun.crc32s];
  let done = (begun.sha256s.length / 32) * blockBytes;
  let block: Hash = createHash('sha256');
  let piece = 0;

  return {
    update(bytes) {
      const parts: SumsPart[] = [];
      for (let at = 0; at < bytes.length; ) {
        const length = Math.min(bytes.length - at, pieceBytes - (done % pieceBytes));
        const next = bytes.subarray(at, at + length);
        block.update(next);
        piece = crc32(next, piece);
        [at, done] = [at + length, done + length];
        if (done % pieceBytes === 0) endPiece();
        if (done % blockBytes === 0) endBlock();
        if (done === sumsPartBytes) parts.push(endPart());
      }
      return parts;
    },

    rest() {
      if (done === 0) return undefined;
      return {
        sha256s: Buffer.concat([...sha256s, ...(done % blockBytes === 0 ? [] : [block.copy().digest()])]),
        crc32s: Buffer.concat([...crc32s, ...(done % pieceBytes === 0 ? [] : [fourBytes(piece)])]),
      };
    },
  };

  function endPiece() {
    crc32s.push(fourBytes(piece));
    piece = 0;
  }

  function endBlock() {
    sha256s.push(block.digest());
    block = createHash('sha256');
  }

  function endPart(): SumsPart {
    const part = { sha256s: Buffer.concat(sha256s), crc32s: Buffer.concat(crc32s) };
    [sha256s, crc32s, done] = [[], [], 0];
    return part;
  }
}

/** Sums from another thread, with the Buffers that messages turn into Uint8Arrays. */
export function withBuffers({ sha256s, crc32s }: SumsPart): SumsPart {
  return { sha256s: Buffer.from(sha256s), crc32s: Buffer.from(crc32s) };
}

function fourBytes(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
