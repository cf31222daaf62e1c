import { BlobNotFound, type BlobStore } from '#server/blobs/blob-store.ts';
import type { UploadRow } from '#server/database/tables/upload-rows.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import type { Scope } from '../access/scope.ts';
import type { CompleteUpload } from './complete-upload.ts';
import type { DiscardUpload } from './discard-upload.ts';
import { atMost, type Checksum, checked, confirmedAtEnd } from './upload-checksum.ts';
import { throwUploadError } from './upload-error.ts';
import type { UploadRows } from './upload-rows.ts';

export type AppendOptions = {
  /** SHA-256 of the whole file, hexadecimal. */
  sha256?: string;
  /** Of the bytes of this one request. */
  checksum?: Checksum;
  /** Number of bytes that this request announces. */
  bodyLength?: number | undefined;
  /** Called before the last bytes are stored; throws if the principal may no longer create the file, and then they are not. */
  confirm?: () => Promise<unknown>;
  /** See `CompleteUpload`. */
  isAbandoned?: CompleteUpload['isAbandoned'];
  /** Whether the length of the file is still unknown, so that these bytes do not complete the upload. */
  isOpenEnded?: boolean;
  /** That of the upload, see `NewUpload`. */
  lifetimeMs?: number;
};

type Deps = { blobs: BlobStore; rows: UploadRows; discard: DiscardUpload };

/** The bytes of uploads in the blob store. Every function throws upload-not-found if the store has lost them. */
export function createUploadBytes({ blobs, rows, discard }: Deps) {
  return { append, checkFits, durableSize, truncateUnchecked };

  /**
   * Appends bytes durably at the offset and returns the new end. Bytes with a checksum are first recorded as unchecked,
   * so that a crash leaves none of them. Throws upload-offset-conflict, upload-too-long, checksum-mismatch, and what `confirm` throws.
   */
  async function append(
    scope: Scope,
    row: UploadRow,
    offset: number,
    bytes: AsyncIterable<Buffer>,
    { checksum, isOpenEnded, confirm }: AppendOptions,
  ): Promise<number> {
    const left = row.length - offset;
    // Whoever looks at an upload that is complete, as another node does, finishes it.
    const fitting = isOpenEnded ? bytes : confirmedAtEnd(atMost(bytes, left), left, confirm);
    if (checksum === undefined) return await appendToBlob(scope, row, offset, fitting);
    if ((await durableSize(scope, row)) !== offset) throw new KeepsakeError('upload-offset-conflict');
    await rows.set(scope, row.id, { unchecked_from: offset });
    try {
      const end = await appendToBlob(scope, row, offset, checked(fitting, checksum));
      await rows.set(scope, row.id, { unchecked_from: null });
      return end;
    } catch (error) {
      await truncateUnchecked(scope, { ...row, unchecked_from: offset });
      throw error;
    }
  }

  async function appendToBlob(scope: Scope, row: UploadRow, offset: number, bytes: AsyncIterable<Buffer>) {
    try {
      return await blobs.append(row.blob_id, offset, bytes, row.length);
    } catch (error) {
      if (error instanceof BlobNotFound) return await discardLost(scope, row, error);
      if (error instanceof KeepsakeError && error.code === 'upload-too-long')
        await blobs.truncate(row.blob_id, offset, () => isInProgress(scope, row.id)).catch(throwUploadError);
      return throwUploadError(error);
    }
  }

  /** Whether the announced bytes fit after the offset; a wrong offset is reported first. */
  async function checkFits(
    scope: Scope,
    row: UploadRow,
    offset: number,
    { bodyLength = 0, isOpenEnded }: AppendOptions,
  ): Promise<void> {
    if (isOpenEnded || offset + bodyLength <= row.length) return;
    if ((await durableSize(scope, row)) !== offset) throw new KeepsakeError('upload-offset-conflict');
    throw new KeepsakeError('upload-too-long');
  }

  async function durableSize(scope: Scope, row: UploadRow): Promise<number> {
    try {
      return await blobs.durableSize(row.blob_id);
    } catch (error) {
      if (!(error instanceof BlobNotFound)) throw error;
      return await discardLost(scope, row, error);
    }
  }

  /**
   * Removes bytes whose checksum was not checked before a crash or an error. Another node may have done that meanwhile, and
   * have got the right bytes since.
   */
  async function truncateUnchecked(scope: Scope, { id, blob_id, unchecked_from }: UploadRow): Promise<void> {
    if (unchecked_from === null) return;
    const isUnchecked = async () => (await rows.find(scope, id))?.unchecked_from === unchecked_from;
    if (await blobs.truncate(blob_id, unchecked_from, isUnchecked).catch(throwUploadError))
      await rows.set(scope, id, { unchecked_from: null });
  }

  async function isInProgress(scope: Scope, id: string): Promise<boolean> {
    return (await rows.find(scope, id)) !== undefined;
  }

  /** Without its bytes, an upload cannot be resumed. */
  async function discardLost(scope: Scope, row: UploadRow, cause: unknown): Promise<never> {
    await discard(scope, row);
    throw new KeepsakeError('upload-not-found', { cause });
  }
}
