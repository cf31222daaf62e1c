import { type BlobHashes, pieceBytes } from '../blob-store.ts';
import type { Multipart, Part, SizedPart } from './client/multiparts.ts';
import type { Slice } from './client/read-objects.ts';
import type { Hashed } from './part-hasher.ts';

/** Every part of a multipart upload but the last one has this size. A part is held in memory while it is sent. */
export const s3PartBytes = 8 * 1024 ** 2;
/**
 * A blob is stored as a sequence of objects of this size and a last one that may be smaller, so that it may have any
 * length although an upload has at most 10,000 parts. That leaves enough numbers for parts that are claimed and never used.
 */
export const usualSegmentBytes = 512 * s3PartBytes;

if (s3PartBytes % pieceBytes !== 0) throw new Error('What is hashed part by part has to end with a piece');

/** An object that grows, and its parts, each of `s3PartBytes`. Numbers below `nextNumber` are claimed. */
export type Growing = Multipart & {
  nextNumber: number;
  parts: Part[];
  /** What the object is being made of, once that has begun: no node may make it of anything else. */
  ending?: { parts: SizedPart[]; hasTail: boolean };
};

/** What is known of a blob in S3. All `size` bytes are stored there. */
export type BlobState = {
  /** Bytes in all. */
  size: number;
  /** Keys of the objects, each of a segment's size but the last one of a complete blob. */
  segments: string[];
  isComplete: boolean;
  /** The object that grows. */
  growing?: Growing;
  /** The bytes behind the last part, in order. */
  pieces: Slice[];
  /** What was hashed up to the last part; undefined when that is not known, and all has to be read again. */
  hashed?: Hashed;
  /** While there is nothing but one piece: its hashes, in case no more bytes come. */
  first?: { hashed: Hashed; hashes: BlobHashes } | undefined;
  /** Sums of the parts of 256 MiB that are complete, as objects, in order. */
  sums: string[];
  /** Of all bytes, once they were requested. */
  hashes?: BlobHashes;
};

export const emptyBlob: BlobState = { size: 0, segments: [], isComplete: false, pieces: [], sums: [] };

export function bytesIn(slices: readonly Slice[]): number {
  return slices.reduce((sum, { size }) => sum + size, 0);
}

/** Where the bytes behind the last part begin. */
export function endOfParts({ size, pieces }: BlobState): number {
  return size - bytesIn(pieces);
}

/** Bytes of the object that grows, without the pieces. */
export function bytesInGrowing({ growing }: Pick<BlobState, 'growing'>): number {
  return (growing?.parts.length ?? 0) * s3PartBytes;
}

/** Splits slices after so many bytes. */
export function cut(slices: readonly Slice[], bytes: number): { first: Slice[]; rest: Slice[] } {
  const first: Slice[] = [];
  const rest: Slice[] = [];
  let left = bytes;
  for (const { key, start, size } of slices) {
    const count = Math.min(left, size);
    if (count > 0) first.push({ key, start, size: count });
    if (count < size) rest.push({ key, start: start + count, size: size - count });
    left -= count;
  }
  return { first, rest };
}

/** Every key that belongs to a blob. */
export function keysOf({ segments, growing, pieces, sums }: BlobState): string[] {
  return [...segments, ...(growing ? [growing.key] : []), ...pieces.map(({ key }) => key), ...sums];
}

/** As text for the ledger: bytes as base64. */
export function packState(state: BlobState): string {
  return JSON.stringify(state, function (this: Record<string, unknown>, key, value: unknown) {
    // `value` is what Buffer.toJSON made of it.
    const bytes = this[key];
    return bytes instanceof Uint8Array ? { base64: Buffer.from(bytes).toString('base64') } : value;
  });
}

export function unpackState(text: string): BlobState {
  return JSON.parse(text, (_key, value: unknown) =>
    isPacked(value) ? Buffer.from(value.base64, 'base64') : value,
  ) as BlobState;
}

function isPacked(value: unknown): value is { base64: string } {
  return typeof value === 'object' && value !== null && 'base64' in value;
}
