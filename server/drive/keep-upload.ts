import type { Transaction } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { nameKey } from '#contract/names.ts';
import { maxPreviewedBytes, previewedTypes } from '#contract/previews.ts';
import type { Tables, UploadRow } from '../database/tables.ts';
import type { Actor } from './actor.ts';
import { lineageOfFolder } from './ancestors.ts';
import type { Changes } from './changes.ts';
import { checkGeneration } from './check-generation.ts';
import { DriveError } from './drive-error.ts';
import { findByName } from './records.ts';

type Deps = {
  changes: Changes;
  now: () => number;
  /** Called after each file that was kept. */
  onKept: () => void;
};

/**
 * Turns an upload whose bytes are all kept into a file, or into the next version of the file of that name, in one
 * transaction: blob, version, entry, usage, change. Safe to repeat: a finished upload answers with its file again.
 * Returns the file's id. Throws upload-not-found, folder-not-found, name-taken (by a folder),
 * generation-mismatch.
 */
export async function keepUpload({ changes, now, onKept }: Deps, actor: Actor, uploadId: string): Promise<string> {
  const keptId = await changes.write(actor, async ({ trx, changed }) => {
    const upload = await trx
      .selectFrom('uploads')
      .selectAll()
      .where('id', '=', uploadId)
      .where('account', '=', actor.account)
      .executeTakeFirst();
    if (upload === undefined) return await fileOfBlob(trx, actor, uploadId);

    await lineageOfFolder(trx, actor, upload.parent_id);
    const place = { folderId: upload.parent_id, name: upload.name };
    await checkGeneration(trx, actor, place, upload.if_generation);
    const at = now();
    const { id: blobId, length: size, content_type } = upload;
    await trx
      .insertInto('blobs')
      .values({ id: blobId, account: actor.account, size, created_at: at, sha256: null, md5: null })
      .execute();
    await wantPreview(trx, upload);
    const fileId = await findOrMakeFile(trx, actor, upload, at);
    const versionId = uuidv7();
    const generation = await nextGeneration(trx, fileId);
    await trx
      .insertInto('versions')
      .values({
        id: versionId,
        entry_id: fileId,
        blob_id: blobId,
        size,
        content_type,
        created_at: at,
        generation,
        metageneration: 1,
        metadata: upload.object_metadata,
        updated_at: null,
      })
      .execute();
    await trx
      .updateTable('entries')
      .set({ current_version: versionId, modified_at: upload.modified_at ?? at })
      .where('id', '=', fileId)
      .where('account', '=', actor.account)
      .execute();
    await trx
      .updateTable('accounts')
      .set((eb) => ({ used_bytes: eb('used_bytes', '+', size), reserved_bytes: eb('reserved_bytes', '-', size) }))
      .where('user_id', '=', actor.account)
      .execute();
    await trx.deleteFrom('uploads').where('id', '=', uploadId).where('account', '=', actor.account).execute();
    changed(fileId);
    return fileId;
  });
  onKept();
  return keptId;
}

/** Notes that a small picture has to be made, in the same transaction, so that it is never forgotten. */
async function wantPreview(trx: Transaction<Tables>, { id, content_type, length }: UploadRow): Promise<void> {
  if (!previewedTypes.includes(content_type) || length === 0 || length > maxPreviewedBytes) return;
  await trx
    .insertInto('previews')
    .values({ blob_id: id, state: 'waiting', tries: 0, width: null, height: null, blur: null })
    .execute();
}

async function fileOfBlob(trx: Transaction<Tables>, actor: Actor, blobId: string): Promise<string> {
  const version = await trx
    .selectFrom('versions')
    .innerJoin('entries', 'entries.id', 'versions.entry_id')
    .select('versions.entry_id')
    .where('versions.blob_id', '=', blobId)
    .where('entries.account', '=', actor.account)
    .executeTakeFirst();
  if (version === undefined) throw new DriveError('upload-not-found');
  return version.entry_id;
}

async function findOrMakeFile(trx: Transaction<Tables>, actor: Actor, upload: UploadRow, at: number): Promise<string> {
  const taken = await findByName(trx, actor, upload.parent_id, upload.name);
  if (taken?.kind === 'folder') throw new DriveError('name-taken');
  if (taken !== undefined) return taken.id;
  const id = uuidv7();
  await trx
    .insertInto('entries')
    .values({
      id,
      account: actor.account,
      parent_id: upload.parent_id,
      kind: 'file',
      name: upload.name,
      name_key: nameKey(upload.name),
      created_at: at,
      modified_at: at,
      trashed_at: null,
      current_version: null,
    })
    .execute();
  return id;
}

async function nextGeneration(trx: Transaction<Tables>, fileId: string): Promise<number> {
  const { newest } = await trx
    .selectFrom('versions')
    .select((eb) => eb.fn.max('generation').as('newest'))
    .where('entry_id', '=', fileId)
    .executeTakeFirstOrThrow();
  return (newest ?? 0) + 1;
}
