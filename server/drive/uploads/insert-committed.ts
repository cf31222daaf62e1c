import { maxFinishedMetadataBytes } from '#contract/limits.ts';
import type { FinishedUploadRow } from '#server/database/tables/upload-rows.ts';
import { required } from '#server/errors/required.ts';
import type { Scope } from '../access/scope.ts';
import type { Write } from '../changes/transactions.ts';
import { keepTold, type Told } from '../facts/told-facts.ts';
import { type AddedVersion, addVersions, type NewVersion } from '../versions/add-versions.ts';
import { assignBlobs, insertBlobs } from './assign-blobs.ts';
import type { Placed, StoredUpload } from './complete-upload.ts';

export type CommittedFile = StoredUpload & {
  contentType: string;
  size: number;
  /** Whether the account already had the same content, so that these bytes are not needed. */
  isDuplicate: boolean;
};

/** An upload that changed after it was read: it was finished, discarded, or changed by another node. */
export class StaleUpload extends Error {}

/**
 * Writes the rows of uploads that can be committed, inside a transaction; `stored` has the account's blobs by their content.
 * Returns the files by the ids of the uploads. Throws StaleUpload.
 */
export async function insertCommitted(
  write: Write,
  scope: Scope,
  { placed, stored, at }: { placed: readonly Placed[]; stored: ReadonlyMap<string, string>; at: number },
): Promise<Map<string, CommittedFile>> {
  if (placed.length === 0) return new Map();
  await removeBegun(write, scope, placed);
  const withBlobs = assignBlobs(placed, stored);
  const own = withBlobs.filter(({ isDuplicate }) => !isDuplicate);
  const shown = await alreadyShown(write, withBlobs);
  const changing = withBlobs.filter(({ upload }) => !shown.has(upload.id));
  const versions = changing.map(
    ({ upload, there, blobId }): NewVersion => ({
      folderId: upload.parent_id,
      name: upload.name,
      there,
      blobId,
      size: upload.length,
      contentType: upload.content_type,
      metadata: upload.object_metadata,
      modifiedAt: upload.modified_at,
      at,
    }),
  );
  const told = withBlobs.filter(({ upload }) => upload.told !== null);
  const atEnd = told.length === 0;
  if (atEnd) write.atEnd(() => insertBlobs(write, scope, own, at));
  else await insertBlobs(write, scope, own, at);
  const added = await addVersions(write, scope, versions, { atEnd });
  await keepTold(
    write,
    told.map(({ upload, blobId }) => ({ ...(JSON.parse(upload.told ?? '{}') as Told), blobId })),
  );
  for (const [i, { upload }] of changing.entries()) shown.set(upload.id, required(added[i], 'version of an upload'));
  const committed = withBlobs.map((one) => ({
    ...one,
    added: required(shown.get(one.upload.id), 'file of an upload'),
  }));
  write.used(bytesOf(own), -bytesOf(placed.filter(({ isNew }) => !isNew)));
  write.atEnd(() => noteFinished(write, committed, at));
  return new Map(
    committed.map(({ upload, added: { fileId, operationId }, isDuplicate }): [string, CommittedFile] => [
      upload.id,
      { fileId, operationId, contentType: upload.content_type, size: upload.length, isDuplicate },
    ]),
  );
}

/** Of uploads that make no version of a file that shows their bytes already: those files, by the ids of the uploads. */
async function alreadyShown(
  { trx }: Write,
  uploads: ReturnType<typeof assignBlobs>,
): Promise<Map<string, AddedVersion>> {
  const candidates = uploads.flatMap(({ upload, there, blobId, isDuplicate, ifChanged = false }) =>
    ifChanged && isDuplicate && there?.versionId
      ? [{ upload, blobId, fileId: there.id, versionId: there.versionId }]
      : [],
  );
  if (candidates.length === 0) return new Map();
  const ids = candidates.map(({ versionId }) => versionId);
  const rows = await trx.selectFrom('versions').select(['id', 'blob_id']).where('id', 'in', ids).execute();
  const blobs = new Map(rows.map(({ id, blob_id }) => [id, blob_id]));
  return new Map(
    candidates
      .filter(({ versionId, blobId }) => blobs.get(versionId) === blobId)
      .map(({ upload, fileId, versionId }) => [upload.id, { fileId, versionId, operationId: null }]),
  );
}

/** Deletes the rows of uploads that have one. Throws StaleUpload unless each is as it was read. */
async function removeBegun({ trx }: Write, scope: Scope, placed: readonly Placed[]): Promise<void> {
  const begun = new Map(placed.filter(({ isNew }) => !isNew).map(({ upload }) => [upload.id, upload]));
  if (begun.size === 0) return;
  const removed = await trx
    .deleteFrom('uploads')
    .where('account', '=', scope.account)
    .where('id', 'in', [...begun.keys()])
    .returning(['id', 'blob_id', 'length', 'sha256'])
    .execute();
  const asRead = removed.filter(({ id, blob_id, length, sha256 }) => {
    const upload = begun.get(id);
    return upload?.blob_id === blob_id && upload.length === length && upload.sha256 === sha256;
  });
  if (asRead.length < begun.size) throw new StaleUpload('The upload has changed since it was read');
}

/** For clients that lost the response and query the status of their uploads. */
async function noteFinished(
  { trx }: Write,
  committed: readonly (Placed & { added: AddedVersion })[],
  at: number,
): Promise<void> {
  const rows = committed.map(
    ({ upload: { id, account, length, metadata }, added: { fileId, versionId } }): FinishedUploadRow => {
      const told = Buffer.byteLength(metadata) > maxFinishedMetadataBytes ? '{}' : metadata;
      return { id, account, entry_id: fileId, version_id: versionId, length, metadata: told, finished_at: at };
    },
  );
  await trx.insertInto('finished_uploads').values(rows).execute();
}

function bytesOf(placed: readonly Placed[]): number {
  return placed.reduce((sum, { upload }) => sum + upload.length, 0);
}
