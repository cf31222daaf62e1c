import type { Transaction } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { maxPreviewedBytes, previewedTypes } from '#contract/previews.ts';
import type { Tables } from '../database/tables.ts';
import type { Actor } from './actor.ts';
import type { Write } from './changes.ts';
import { type FilePlace, fileAt } from './file-at.ts';
import { insertEntry } from './new-entry.ts';

export type NewVersion = {
  blobId: string;
  size: number;
  contentType: string;
  /** What a client sets of the object's metadata, as `VersionRow.metadata`. */
  metadata: string | null;
  /** When the file was changed last, in milliseconds, as the client knows it. */
  modifiedAt: number | null;
  at: number;
};

/**
 * Makes a file that shows a blob, or the next version of the file of that name, inside a transaction. Returns the ids of
 * file and version. Throws folder-not-found, name-taken (by a folder), generation-mismatch.
 */
export async function addVersion(
  { trx, changed }: Write,
  actor: Actor,
  place: FilePlace,
  version: NewVersion,
): Promise<{ fileId: string; versionId: string }> {
  const { blobId, size, contentType, metadata, modifiedAt, at } = version;
  const there = await fileAt(trx, actor, place);
  const fileId =
    there?.id ?? (await insertEntry(trx, actor, { kind: 'file', name: place.name, parentId: place.folderId, at }));
  await wantPreview(trx, version);
  const versionId = uuidv7();
  await trx
    .insertInto('versions')
    .values({
      id: versionId,
      entry_id: fileId,
      blob_id: blobId,
      size,
      content_type: contentType,
      created_at: at,
      generation: (there?.generation ?? 0) + 1,
      metageneration: 1,
      metadata,
      updated_at: null,
    })
    .execute();
  await trx
    .updateTable('entries')
    .set({ current_version: versionId, modified_at: modifiedAt ?? at })
    .where('id', '=', fileId)
    .where('account', '=', actor.account)
    .execute();
  changed(fileId);
  return { fileId, versionId };
}

/** Notes that a small picture has to be made, in the same transaction, so that it is never forgotten. */
async function wantPreview(trx: Transaction<Tables>, { blobId, size, contentType }: NewVersion): Promise<void> {
  if (!previewedTypes.includes(contentType) || size === 0 || size > maxPreviewedBytes) return;
  await trx
    .insertInto('previews')
    .values({ blob_id: blobId, state: 'waiting', tries: 0, width: null, height: null, blur: null })
    .onConflict((oc) => oc.column('blob_id').doNothing())
    .execute();
}
