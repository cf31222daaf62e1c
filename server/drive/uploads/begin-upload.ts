import { maxFileBytes } from '#contract/limits.ts';
import { uploadLifetimeMs } from '#contract/storage.ts';
import type { BlobStore } from '#server/blobs/blob-store.ts';
import { newId } from '#server/database/new-id.ts';
import type { Database } from '#server/database/open.ts';
import type { UploadRow } from '#server/database/tables/upload-rows.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import type { Scope } from '../access/scope.ts';
import type { GroupCommit } from '../changes/group-commit.ts';
import type { Told } from '../facts/told-facts.ts';
import { contentTypeOf } from '../files/content-type.ts';
import { checkName } from '../tree/entry-changes.ts';
import { fileAt } from '../tree/files-at.ts';
import { throwUploadError } from './upload-error.ts';

export type NewUpload = {
  name: string;
  folderId: string | null;
  /** Bytes that will arrive. */
  length: number;
  contentType?: string;
  /** When the file was last changed, in milliseconds, according to the client. */
  modifiedAt?: number;
  /** SHA-256 of the whole file, hexadecimal, if it is already known. */
  sha256?: string;
  /** The generation that the file must have, 0 for "no such file". */
  ifGeneration?: number;
  /** Whether a file that shows these bytes already stays as it is. It counts for what comes in one request. */
  ifChanged?: boolean;
  /** Metadata that the object gets with its bytes, as `VersionRow.metadata`. */
  objectMetadata?: string;
  /** Whether nobody but the request that begins it may finish it; not if undefined. */
  isSingleRequest?: boolean;
  /** How long it is kept while no bytes come, in milliseconds; `uploadLifetimeMs` if undefined. */
  lifetimeMs?: number;
  /** What a file beside it tells of it. */
  told?: Told | undefined;
  /** What HEAD returns. */
  metadata: Record<string, string | null>;
};

/** Runs `beginUploads` in groups. */
export type BeginQueue = GroupCommit<UploadRow, KeepsakeError | undefined>;

type Deps = { db: Database; blobs: BlobStore; queue: BeginQueue; now: () => number };

/**
 * Checks all that can be checked before the first byte, creates the blob and reserves the space. Throws name-…,
 * upload-length-invalid, file-too-large, disk-full, quota-exceeded, too-many-uploads, folder-not-found, name-taken (by a
 * folder), generation-mismatch, upload-offset-conflict if the id is taken.
 */
export async function beginUpload(
  { db, blobs, queue, now }: Deps,
  scope: Scope,
  id: string,
  upload: NewUpload,
): Promise<void> {
  await checkUpload(blobs, upload);
  const { name, folderId } = upload;
  const ifGeneration = upload.ifGeneration ?? null;
  // Fails before bytes are sent; the commit checks again.
  await fileAt(db, scope, { folderId, name, ifGeneration });
  const row = uploadRow(scope, id, upload, now());
  await blobs.create(row.blob_id).catch(throwUploadError);
  try {
    const rejection = await queue.add(scope, row);
    if (rejection !== undefined) throw rejection;
  } catch (error) {
    await blobs.remove(row.blob_id);
    throw error;
  }
}

/** Checks what needs no database. Throws name-…, upload-length-invalid, file-too-large, disk-full. */
export async function checkUpload(blobs: BlobStore, { name, length }: NewUpload): Promise<void> {
  checkName(name);
  if (!Number.isSafeInteger(length) || length < 0) throw new KeepsakeError('upload-length-invalid');
  if (length > maxFileBytes) throw new KeepsakeError('file-too-large', { data: { maxBytes: maxFileBytes } });
  if (length > (await blobs.freeBytes())) throw new KeepsakeError('disk-full');
}

/** The row of an upload that begins now, with a blob of its own. */
export function uploadRow(scope: Scope, id: string, upload: NewUpload, at: number): UploadRow {
  return {
    id,
    blob_id: newId(),
    account: scope.account,
    parent_id: upload.folderId ?? scope.root,
    name: upload.name,
    length: upload.length,
    content_type: contentTypeOf(upload.name, upload.contentType),
    modified_at: upload.modifiedAt ?? null,
    metadata: JSON.stringify(upload.metadata),
    created_at: at,
    expires_at: at + (upload.lifetimeMs ?? uploadLifetimeMs),
    sha256: upload.sha256 ?? null,
    if_generation: upload.ifGeneration ?? null,
    object_metadata: upload.objectMetadata ?? null,
    unchecked_from: null,
    is_single_request: upload.isSingleRequest ? 1 : 0,
    told: upload.told === undefined ? null : JSON.stringify(upload.told),
  };
}
