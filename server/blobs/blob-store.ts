import type { Readable } from 'node:stream';

/** First and last byte of a range, both included. */
export type ByteRange = { start: number; end: number };

/** A blob opened for reading. */
export type OpenBlob = {
  size: number;
  /** The bytes of the range, or all; the blob is closed when the stream ends or is destroyed. */
  stream(range?: ByteRange): Readable;
  /** A few bytes from a position; fewer at the end. */
  read(position: number, length: number): Promise<Buffer>;
  close(): Promise<void>;
};

/** SHA-256 in hexadecimal, MD5 in base64. */
export type BlobHashes = { sha256: string; md5: string };

/**
 * Bytes by id. A blob grows by appends until it is complete and never changes after that. Ids are UUIDs: no
 * other text of a person ever becomes a path or key.
 */
export type BlobStore = {
  /** Makes an empty blob that survives a power cut. Throws BlobOffsetConflict when there is one of this id. */
  create(id: string): Promise<void>;
  /**
   * Appends at `offset`, which has to be the blob's size, and returns the new size. When it returns, the bytes survive
   * a power cut. When `bytes` breaks off, what came before is kept just as safely and the error is thrown on.
   * Throws BlobStoreFull, BlobNotFound, BlobOffsetConflict.
   */
  append(id: string, offset: number, bytes: AsyncIterable<Buffer>): Promise<number>;
  /** Forgets what lies behind `size`, durably. Throws BlobNotFound. */
  truncate(id: string, size: number): Promise<void>;
  /** Size in bytes, all of which survive a power cut. Throws BlobNotFound. */
  durableSize(id: string): Promise<number>;
  /**
   * The hashes of the first `size` bytes. They are computed while bytes come, so that only the last ones are left here;
   * asking again costs nothing, and after a restart the blob is read again. Throws BlobNotFound.
   */
  hash(id: string, size: number): Promise<BlobHashes>;
  /** Throws BlobNotFound. */
  open(id: string): Promise<OpenBlob>;
  /** Removing what is not there is no error. */
  remove(id: string): Promise<void>;
  /** Every blob with the time of its last change, for the janitor. */
  list(): AsyncIterable<{ id: string; changedAt: number }>;
  /** The installation whose blobs these are, as `mark` noted it; undefined when nobody did. */
  owner(): Promise<string | undefined>;
  /** Notes durably whose blobs these are. */
  mark(installationId: string): Promise<void>;
  /** Bytes that may still be written. */
  freeBytes(): Promise<number>;
  close(): Promise<void>;
};

export class BlobNotFound extends Error {}
export class BlobStoreFull extends Error {}
export class BlobOffsetConflict extends Error {}
