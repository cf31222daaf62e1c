/** First and last byte of a range, both included. */
export type ByteRange = { start: number; end: number };

/** A blob opened for reading. */
export type OpenBlob = {
  size: number;
  /** Fills the buffer with the bytes from a position on and returns how many came: fewer only at the end. */
  read(position: number, into: Buffer): Promise<number>;
  close(): Promise<void>;
};

/** SHA-256 of all bytes, in hexadecimal. */
export type BlobHashes = { sha256: string };

/** A blob of at most one block is compared with its SHA-256, a larger one is read and noted by blocks. */
export const blockBytes = 4 * 1024 ** 2;
/** A larger blob has one CRC-32 for each piece of this size, the smallest unit that a range read verifies. */
export const pieceBytes = 64 * 1024;
/** How much of a blob one `SumsPart` covers. */
export const sumsPartBytes = 256 * 1024 ** 2;

/** The sums of one part of a blob. */
export type SumsPart = {
  /** One after the other, the CRC-32 (4 bytes, big-endian) of each piece. */
  crc32s: Buffer;
};

/** Hashes of a whole blob, and its sums part by part, which are not held in memory for a huge one. */
export type BlobSums = BlobHashes & { parts(): AsyncIterable<SumsPart> };

/** Headers that a presigned URL responds with. */
export type PresignedHeaders = { contentType: string; contentDisposition: string; cacheControl: string };

/**
 * Something in the place of a store. `beside`: it belongs to a blob and is named after it; `foreign`: what no store makes,
 * such as a link, a pipe, or something in the wrong place.
 */
export type Found = {
  kind: 'blob' | 'beside' | 'foreign';
  /** The path of a file or the key of an object. */
  path: string;
  /** Of the blob; empty for what is foreign. */
  id: string;
  size: number;
  /** Time of the last change, in milliseconds. */
  changedAt: number;
};

/**
 * Bytes by id. A blob grows by appends until `hash` completes it and never changes after that, unless it is cut and grows
 * again. Ids are UUIDs: no other text of a person ever becomes a path or key.
 */
export type BlobStore = {
  /** Makes an empty blob that survives a power cut. Throws BlobOffsetConflict when there is one of this id. */
  create(id: string): Promise<void>;
  /**
   * Makes a blob with all its bytes, which survive a power cut when this returns. Throws BlobOffsetConflict when there is
   * one of this id, BlobStoreFull.
   */
  put(id: string, bytes: Buffer): Promise<void>;
  /**
   * Appends at `offset`, which has to be the blob's size, and returns the new size. When it returns, the bytes survive
   * a power cut. When `bytes` breaks off, what came before is stored just as safely and the error is rethrown.
   * `length` is the size that the blob will have in the end, as far as it is known: how it is hashed depends on it. Throws
   * BlobStoreFull, BlobNotFound, BlobOffsetConflict.
   */
  append(id: string, offset: number, bytes: AsyncIterable<Buffer>, length?: number): Promise<number>;
  /**
   * Forgets what lies behind `size`, durably. With `mayCut` only if that allows it, which is asked once the blob was looked
   * at, and only if it is not complete. Returns whether the blob has `size` bytes then. Throws BlobNotFound, and
   * BlobOffsetConflict when the blob is smaller or somebody else changed it after it was looked at.
   */
  truncate(id: string, size: number, mayCut?: () => Promise<boolean>): Promise<boolean>;
  /** Size in bytes, all of which survive a power cut. Throws BlobNotFound. */
  durableSize(id: string): Promise<number>;
  /**
   * Completes a blob, of whose bytes `size` has to be all, and returns their hashes and the sums of their parts. They are
   * computed while bytes come, so that only the last ones are left here; a second call costs nothing. After a restart a
   * blob is read again from its start, a large one from where its hashing was last noted. Throws BlobNotFound,
   * BlobOffsetConflict.
   */
  hash(id: string, size: number): Promise<BlobSums>;
  /** Forgets how far a blob is hashed: it is complete and its sums are stored, or it has to be read again. */
  forgetHashing(id: string): Promise<void>;
  /** Opens a complete blob. Throws BlobNotFound. */
  open(id: string): Promise<OpenBlob>;
  /** Removing what does not exist is no error. */
  remove(id: string): Promise<void>;
  /**
   * Moves a damaged blob away, durably, to where an operator finds it by its id; it is never removed from there. `bytes`
   * are those of a blob that is stored elsewhere. Returns false when there is no such blob.
   */
  quarantine(id: string, bytes?: Buffer): Promise<boolean>;
  /** How many things were moved away to where damaged blobs are. */
  countQuarantined(): Promise<number>;
  /** Every blob with the time of its last change, for the janitor. */
  list(): AsyncIterable<{ id: string; changedAt: number }>;
  /**
   * Everything in the place of the store, whoever put it there: each blob with the bytes that are there, if all of its
   * objects are, and what belongs to no blob. Nothing is read and nothing changed.
   */
  scan(): AsyncIterable<Found>;
  /** The installation whose blobs these are, as recorded by `mark`; undefined when it never was. */
  owner(): Promise<string | undefined>;
  /** Records durably whose blobs these are. */
  mark(installationId: string): Promise<void>;
  /** Bytes that may still be written. */
  freeBytes(): Promise<number>;
  /** Writes something durably. Throws BlobStoreFull, BlobStoreUnwritable, BlobStoreUnreachable. */
  probe(): Promise<void>;
  /** Removes what interrupted work left at least a week before `now` (milliseconds) and no blob needs, for the janitor. */
  tidy(now: number): Promise<void>;
  /**
   * A URL at which anybody may read the blob for so many seconds, with these headers; undefined when the store offers
   * none for it. Throws BlobNotFound.
   */
  presignedUrl(id: string, headers: PresignedHeaders, seconds: number): Promise<string | undefined>;
  close(): Promise<void>;
};

export class BlobNotFound extends Error {}
/** Something that is no file is in the place of its bytes. */
export class BlobNotRegular extends BlobNotFound {}
export class BlobStoreFull extends Error {}
/** The disk fails, or takes no writes. */
export class BlobStoreUnwritable extends Error {
  readonly isReadOnly: boolean;

  constructor(message: string, { isReadOnly, cause }: { isReadOnly: boolean; cause: unknown }) {
    super(message, { cause });
    this.isReadOnly = isReadOnly;
  }
}
export class BlobOffsetConflict extends Error {}
/** The store cannot be reached right now; later it may. */
export class BlobStoreUnreachable extends Error {}
