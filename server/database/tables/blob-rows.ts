import type { ColumnType } from 'kysely';

export type BlobRow = {
  id: string;
  account: string;
  size: number;
  created_at: number;
  /** Hexadecimal; null for blobs stored before there were hashes, until it is computed. */
  sha256: string | null;
  /** Base64, as object metadata tells it; null until somebody asks for it, but where all bytes came in one request. */
  md5: string | null;
  /** Of all bytes; null for blobs stored before it was, until it is computed. */
  crc32: ColumnType<number | null, number | null | undefined>;
  /** When all bytes were compared with their sums last; null when they never were. */
  verified_at: ColumnType<number | null, number | null | undefined>;
  /** Bytes up to here are compared in the pass in progress; 0 when there is none. */
  verified_to: ColumnType<number, number | undefined>;
  /** When it was found that bytes are missing or others; null for a blob that is whole as far as we know. */
  damaged_at: ColumnType<number | null, number | null | undefined>;
};

/**
 * Sums of 256 MiB of a blob that is larger than 4 MiB, so that a piece of it can be compared without reading the rest.
 * A smaller one has its SHA-256.
 */
export type BlobSumsRow = {
  blob_id: string;
  /** 0 for the first 256 MiB. */
  part: number;
  /** One after the other, the CRC-32 (4 bytes, big-endian) of each 64 KiB. */
  crc32s: Buffer;
};

/** The bytes of a blob of at most `maxSmallBytes` (integrity/stored-bytes.ts): one commit makes bytes and rows durable. */
export type SmallBlobRow = { blob_id: string; bytes: Buffer };
