import type { BlobHashes, BlobSums } from '#server/blobs/blob-store.ts';
import type { UploadRow } from '#server/database/tables/upload-rows.ts';
import type { FileThere } from '../tree/files-at.ts';

/** An upload whose bytes are all stored. */
export type CompleteUpload = {
  upload: UploadRow;
  /** A blob of one block has hashes only. */
  hashes: BlobHashes | BlobSums;
  /** Base64, where it is known. */
  md5?: string;
  /** Of all bytes. */
  crc32: number;
  /** The bytes, if they arrived in one request and belong in the database. */
  bytes?: Buffer;
  /** Whether it arrived in one request and has no row yet. */
  isNew: boolean;
  /** Whether a file that shows these bytes already stays as it is; if undefined, it gets another version. */
  ifChanged?: boolean | undefined;
  /** Whether the client has given up by now; such an upload is not committed. Never, if undefined. */
  isAbandoned?: (() => boolean) | undefined;
};

/** What an upload became: a file, and the operation by which that is undone, null if there is nothing to undo any more. */
export type StoredUpload = { fileId: string; operationId: string | null };

/** An upload that can be committed, with the existing file at its place. */
export type Placed = CompleteUpload & { there: FileThere };
