import { maxFileBytes, uploadLifetimeMs } from '#contract/storage.ts';
import type { BlobStore } from '../blobs/blob-store.ts';
import type { Database } from '../database/open.ts';
import type { Actor } from './actor.ts';
import type { Changes, Write } from './changes.ts';
import { contentTypeOf } from './content-type.ts';
import { DriveError } from './drive-error.ts';
import { fileAt } from './file-at.ts';
import { refuse } from './store-refusals.ts';
import { checkName } from './tree-edit.ts';

export type NewUpload = {
  name: string;
  folderId: string | null;
  /** Bytes that will come. */
  length: number;
  contentType?: string;
  /** When the file was changed last, in milliseconds, as the client knows it. */
  modifiedAt?: number;
  /** SHA-256 of the whole file, hexadecimal, when it is known already. */
  sha256?: string;
  /** The generation that the file has to have, 0 for "no such file". */
  ifGeneration?: number;
  /** Metadata that the object gets with its bytes, as `VersionRow.metadata`. */
  objectMetadata?: string;
  /** What HEAD tells back. */
  metadata: Record<string, string | null>;
};

type Deps = { db: Database; blobs: BlobStore; changes: Changes; now: () => number };

/**
 * Checks everything that can be refused before the first byte, makes the blob and reserves the room. Throws name-…,
 * upload-length-invalid, file-too-large, disk-full, quota-exceeded, folder-not-found, name-taken (by a folder),
 * generation-mismatch.
 */
export async function beginUpload(
  { db, blobs, changes, now }: Deps,
  actor: Actor,
  id: string,
  upload: NewUpload,
): Promise<void> {
  checkName(upload.name);
  if (!Number.isSafeInteger(upload.length) || upload.length < 0) throw new DriveError('upload-length-invalid');
  if (upload.length > maxFileBytes) throw new DriveError('file-too-large', { data: { maxBytes: maxFileBytes } });
  if (upload.length > (await blobs.freeBytes())) throw new DriveError('disk-full');
  const { name, length, folderId } = upload;
  const ifGeneration = upload.ifGeneration ?? null;
  // Told before the bytes travel; the finish looks again.
  await fileAt(db, actor, { folderId, name, ifGeneration });
  await blobs.create(id).catch(refuse);
  try {
    await changes.write(actor, async ({ trx }) => {
      await fileAt(trx, actor, { folderId, name, ifGeneration });
      await reserve(trx, actor, length);
      await trx
        .insertInto('uploads')
        .values({
          id,
          account: actor.account,
          parent_id: folderId,
          name,
          length,
          content_type: contentTypeOf(name, upload.contentType),
          modified_at: upload.modifiedAt ?? null,
          metadata: JSON.stringify(upload.metadata),
          created_at: now(),
          expires_at: now() + uploadLifetimeMs,
          sha256: upload.sha256 ?? null,
          if_generation: ifGeneration,
          object_metadata: upload.objectMetadata ?? null,
          unchecked_from: null,
        })
        .execute();
    });
  } catch (error) {
    await blobs.remove(id);
    throw error;
  }
}

async function reserve(trx: Write['trx'], actor: Actor, length: number): Promise<void> {
  const { used_bytes, reserved_bytes, quota_bytes } = await trx
    .updateTable('accounts')
    .set((eb) => ({ reserved_bytes: eb('reserved_bytes', '+', length) }))
    .where('user_id', '=', actor.account)
    .returning(['used_bytes', 'reserved_bytes', 'quota_bytes'])
    .executeTakeFirstOrThrow();
  if (quota_bytes !== null && used_bytes + reserved_bytes > quota_bytes) throw new DriveError('quota-exceeded');
}
