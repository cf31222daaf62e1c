import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Kysely } from 'kysely';
import {
  BlobNotFound,
  type BlobStore,
  type ByteRange,
  blockBytes,
  type OpenBlob,
  pieceBytes,
  sumsPartBytes,
} from '#server/blobs/blob-store.ts';
import type { BlobRow } from '#server/database/tables/blob-rows.ts';
import type { Tables } from '#server/database/tables.ts';
import { loadOnce } from '#server/errors/load-once.ts';
import { readSums } from './checksums.ts';
import { damaged } from './damaged-blob-error.ts';
import { beginReadAhead } from './read-ahead.ts';
import { readInto } from './read-bytes.ts';
import { openStored } from './stored-bytes.ts';

/** A blob whose bytes are compared with their checksums before they are returned. */
export type VerifiedBlob = {
  size: number;
  /**
   * The bytes of a range, or all. A buffer is valid until the one after the next is requested. Throws DamagedBlob instead
   * of returning bytes that differ from what was stored.
   */
  bytes(range?: ByteRange): AsyncGenerator<Buffer>;
  /** The first few bytes, not verified. */
  first(length: number): Promise<Buffer>;
  close(): Promise<void>;
};

/** The CRC-32s of a part's pieces, as `SumsPart`; undefined if there are none. */
type PieceSums = (part: number) => Promise<Buffer | undefined>;

const unknownSums: PieceSums = async () => undefined;

/** Of a large blob: each has 16 KiB of sums. */
const maxParts = 16;

/** One is being sent, one compared, one read. */
const buffersInTurn = 3;

/** Opens a stored blob. Throws DamagedBlob if it is missing or has another size. */
export async function openVerified(
  db: Kysely<Tables>,
  blobs: BlobStore,
  { id, size, sha256 }: Pick<BlobRow, 'id' | 'size' | 'sha256'>,
): Promise<VerifiedBlob> {
  const blob = await openStored(db, blobs, { id, size }).catch((error: unknown) => {
    throw error instanceof BlobNotFound ? damaged('It is missing') : error;
  });
  if (blob.size !== size) {
    await blob.close();
    throw damaged(`It has ${blob.size} bytes, not ${size}`);
  }
  const sumsOfBlock = loadOnce(() => sumsOfWhole(blob, sha256));
  return {
    size,
    bytes: (range = { start: 0, end: size - 1 }) =>
      piecesOf(blob, range, size > blockBytes ? sumsInParts() : sumsOfBlock),
    first: (length) => first(blob, length),
    close: () => blob.close(),
  };

  function sumsInParts(): PieceSums {
    return rememberParts(async (part) => (await readSums(db, id, part))?.crc32s);
  }
}

/** A blob without checksums, as a verified one. */
export function unverified(blob: OpenBlob): VerifiedBlob {
  return {
    size: blob.size,
    bytes: (range = { start: 0, end: blob.size - 1 }) => piecesOf(blob, range, unknownSums),
    first: (length) => first(blob, length),
    close: () => blob.close(),
  };
}

/** The bytes of a blob from `start` to before `end`, as a blob. */
export function partOf(blob: OpenBlob, start: number, end: number): OpenBlob {
  return {
    size: Math.max(0, Math.min(end, blob.size) - start),
    read: (position, into) => blob.read(start + position, into.subarray(0, Math.max(0, end - start - position))),
    close: () => blob.close(),
  };
}

/** All bytes of a stored blob. Throws DamagedBlob. */
export async function readVerified(
  db: Kysely<Tables>,
  blobs: BlobStore,
  row: Pick<BlobRow, 'id' | 'size' | 'sha256'>,
): Promise<Buffer> {
  const blob = await openVerified(db, blobs, row);
  try {
    const whole = Buffer.allocUnsafe(row.size);
    let at = 0;
    for await (const bytes of blob.bytes()) at += bytes.copy(whole, at);
    return whole;
  } finally {
    await blob.close();
  }
}

async function first(blob: OpenBlob, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  return bytes.subarray(0, await blob.read(0, bytes));
}

/** The CRC-32s of a blob of at most one block, after all of it was compared with its SHA-256. */
async function sumsOfWhole(blob: OpenBlob, sha256: string | null): Promise<Buffer> {
  // Bytes that were corrupted in memory rather than on disk are correct at the second attempt.
  for (const isLast of [false, true]) {
    const hash = createHash('sha256');
    const sums: Buffer[] = [];
    for await (const bytes of piecesOf(blob, { start: 0, end: blob.size - 1 }, unknownSums)) {
      hash.update(bytes);
      sums.push(crc32s(bytes));
    }
    if (sha256 === null || hash.digest('hex') === sha256) return Buffer.concat(sums);
    if (isLast) break;
  }
  throw damaged('Its bytes are not those of its SHA-256');
}

async function* piecesOf(blob: OpenBlob, range: ByteRange, sums: PieceSums): AsyncGenerator<Buffer> {
  const start = Math.floor(range.start / pieceBytes) * pieceBytes;
  const end = Math.min(blob.size, Math.ceil((range.end + 1) / pieceBytes) * pieceBytes);
  const buffers: Buffer[] = [];
  const ahead = beginReadAhead();
  try {
    let coming = read(start);
    for (let at = start, turn = 1; at < end; turn += 1) {
      const bytes = await coming;
      const next = at + bytes.length;
      if (next < end) coming = read(next, turn);
      await compare(blob, at, bytes, sums);
      yield bytes.subarray(Math.max(0, range.start - at), Math.min(bytes.length, range.end + 1 - at));
      at = next;
    }
  } finally {
    ahead.end();
  }

  function read(position: number, turn = 0): Promise<Buffer> {
    const length = Math.min(ahead.readBytes, end - position);
    const buffer = (buffers[turn % buffersInTurn] ??= Buffer.allocUnsafeSlow(length)).subarray(0, length);
    const reading = readInto(blob, position, buffer);
    // A consumer that stops before these bytes does not receive their error.
    reading.catch(() => {});
    return reading;
  }
}

/** Reads pieces that do not match a second time. */
async function compare(blob: OpenBlob, position: number, bytes: Buffer, sums: PieceSums): Promise<void> {
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    const piece = bytes.subarray(at, at + pieceBytes);
    const place = position + at;
    const expected = (await sums(Math.floor(place / sumsPartBytes)))?.readUInt32BE(
      ((place % sumsPartBytes) / pieceBytes) * 4,
    );
    if (expected === undefined || crc32(piece) === expected) continue;
    await readInto(blob, place, piece);
    if (crc32(piece) !== expected) throw damaged(`Its bytes differ from offset ${place}`);
  }
}

/** Remembers the checksums of the parts that were needed last. */
function rememberParts(sums: PieceSums): PieceSums {
  const known = new Map<number, Promise<Buffer | undefined>>();
  return (part) => {
    const found = known.get(part) ?? sums(part);
    known.delete(part);
    known.set(part, found);
    // One that could not be read may be read the next time.
    found.catch(() => known.delete(part));
    const [oldest] = known.keys();
    if (known.size > maxParts && oldest !== undefined) known.delete(oldest);
    return found;
  };
}

function crc32s(bytes: Buffer): Buffer {
  const sums = Buffer.alloc(Math.ceil(bytes.length / pieceBytes) * 4);
  for (let at = 0; at < bytes.length; at += pieceBytes)
    sums.writeUInt32BE(crc32(bytes.subarray(at, at + pieceBytes)), (at / pieceBytes) * 4);
  return sums;
}
