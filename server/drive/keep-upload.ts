import type { BlobStore } from '../blobs/blob-store.ts';
import type { FinishedUploadRow, UploadRow } from '../database/tables.ts';
import type { Actor } from './actor.ts';
import { addVersion } from './add-version.ts';
import type { Changes } from './changes.ts';
import { DriveError } from './drive-error.ts';
import { keptContent } from './kept-content.ts';

type Deps = {
  blobs: BlobStore;
  changes: Changes;
  now: () => number;
  /** Called after each file that was kept. */
  onKept: () => void;
};

/**
 * Turns an upload whose bytes are all kept into a file, or into the next version of the file of that name, in one
 * transaction: blob, version, entry, usage, change. The same content kept twice by one person takes room once. Returns
 * the file's id, undefined when the upload is no more: finished already, or given up. Throws digest-mismatch,
 * generation-mismatch, folder-not-found, name-taken (by a folder).
 */
export async function keepUpload(
  { blobs, changes, now, onKept }: Deps,
  actor: Actor,
  { id, length: size }: UploadRow,
): Promise<string | undefined> {
  const hashes = await blobs.hash(id, size);
  const kept = await changes.write(actor, async (write) => {
    const { trx } = write;
    const upload = await trx
      .deleteFrom('uploads')
      .where('id', '=', id)
      .where('account', '=', actor.account)
      .returningAll()
      .executeTakeFirst();
    if (upload === undefined) return undefined;
    if (upload.sha256 !== null && upload.sha256 !== hashes.sha256) throw new DriveError('digest-mismatch');

    const at = now();
    const twin = await keptContent(trx, blobs, actor, { size, sha256: hashes.sha256 });
    if (twin === undefined) {
      await trx
        .insertInto('blobs')
        .values({ id, account: actor.account, size, created_at: at, ...hashes })
        .execute();
    }
    const { fileId, versionId } = await addVersion(
      write,
      actor,
      { folderId: upload.parent_id, name: upload.name, ifGeneration: upload.if_generation },
      {
        blobId: twin ?? id,
        size,
        contentType: upload.content_type,
        metadata: upload.object_metadata,
        modifiedAt: upload.modified_at,
        at,
      },
    );
    const taken = twin === undefined ? size : 0;
    await trx
      .updateTable('accounts')
      .set((eb) => ({ used_bytes: eb('used_bytes', '+', taken), reserved_bytes: eb('reserved_bytes', '-', size) }))
      .where('user_id', '=', actor.account)
      .execute();
    await trx.insertInto('finished_uploads').values(finished(upload, { fileId, versionId, at })).execute();
    return { fileId, isTwin: twin !== undefined };
  });
  if (kept === undefined) return undefined;
  // What stays behind when this fails is an orphan, which the janitor removes.
  if (kept.isTwin) await blobs.remove(id).catch(() => {});
  onKept();
  return kept.fileId;
}

function finished(
  { id, account, length, metadata }: UploadRow,
  { fileId, versionId, at }: { fileId: string; versionId: string; at: number },
): FinishedUploadRow {
  return { id, account, entry_id: fileId, version_id: versionId, length, metadata, finished_at: at };
}
