import { kindOf } from '#contract/kinds.ts';
import { isRead, maxPreviewedBytes, previewedTypes } from '#contract/previews.ts';
import { newId } from '#server/database/new-id.ts';
import { together } from '#server/database/statements/together.ts';
import { required } from '#server/errors/required.ts';
import type { Scope } from '../access/scope.ts';
import type { Step } from '../changes/steps.ts';
import type { Write } from '../changes/transactions.ts';
import { takenAtOf } from '../facts/told-facts.ts';
import type { FileThere } from '../tree/files-at.ts';
import { entryRow } from '../tree/new-entry.ts';

export type NewVersion = {
  folderId: string | null;
  name: string;
  /** The file that `filesAt` found in this transaction. */
  there: FileThere;
  blobId: string;
  size: number;
  contentType: string;
  /** Metadata that a client set, as `VersionRow.metadata`. */
  metadata: string | null;
  /** When the file was last changed, in milliseconds, according to the client. */
  modifiedAt: number | null;
  at: number;
};

/** `operationId`: by which it alone is taken back; null if it is part of another operation, or changed nothing. */
export type AddedVersion = { fileId: string; versionId: string; operationId: string | null };

/**
 * Creates files that show blobs, or the next versions of existing files, inside a transaction: a few statements, however
 * many versions there are. No two may have the same place. Returns the ids in their order. Each is an operation of its own,
 * with the id of the version, or, unless it is `apart`, part of that of the transaction. `atEnd`: nothing in the transaction
 * reads their rows, so that they are written with its sums.
 */
export async function addVersions(
  write: Write,
  scope: Scope,
  versions: readonly NewVersion[],
  { apart = true, atEnd = false } = {},
): Promise<AddedVersion[]> {
  if (versions.length === 0) return [];
  const added = versions.map((version) => ({
    ...version,
    fileId: version.there?.id ?? newId(),
    versionId: newId(),
  }));
  const { trx, changed, counted, gained } = write;
  const noted = await noteSteps(write, scope, added, apart);
  const files = added
    .filter(({ there }) => there === undefined)
    .map(({ fileId, name, folderId, versionId, modifiedAt, at, ...content }) => ({
      ...entryRow(scope, { id: fileId, kind: 'file', name, parentId: folderId, at }),
      modified_at: modifiedAt ?? at,
      current_version: versionId,
      ...contentColumns({ ...content, at }),
    }));
  const writeRows = () =>
    together([
      ...(files.length > 0 ? [trx.insertInto('entries').values(files).execute()] : []),
      insertVersions(trx, added),
      // In the same transaction, so that none is missed.
      waitForReading(trx, scope.account, added),
      ...added.filter(({ there }) => there !== undefined).flatMap((one) => showVersion(trx, scope, one)),
    ]);
  if (atEnd) write.atEnd(writeRows);
  else await writeRows();

  counted(files.length, added.length - files.length);
  for (const { fileId, folderId, there, size } of added) {
    changed(fileId);
    gained(folderId, { folders: 0, files: there === undefined ? 1 : 0, bytes: size - (there?.size ?? 0) });
  }
  return added.map(({ fileId, versionId }) => ({
    fileId,
    versionId,
    operationId: apart && noted.has(versionId) ? versionId : null,
  }));
}

/** A new version, with the ids of it and of its file. */
type Identified = NewVersion & { fileId: string; versionId: string };

async function insertVersions(trx: Write['trx'], added: readonly Identified[]): Promise<void> {
  await trx
    .insertInto('versions')
    .values(
      added.map(({ fileId, versionId, there, blobId, size, contentType, metadata, at }) => ({
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
      })),
    )
    .execute();
}

/** Makes a new version the current one of its file. */
function showVersion(trx: Write['trx'], scope: Scope, { fileId, versionId, modifiedAt, at, ...content }: Identified) {
  return [
    keepModifiedAt(trx, scope, fileId),
    trx
      .updateTable('entries')
      .set({ current_version: versionId, modified_at: modifiedAt ?? at, ...contentColumns({ ...content, at }) })
      .where('id', '=', fileId)
      .where('account', '=', scope.account)
      .execute(),
  ];
}

/** Has blobs read that were not yet, inside a transaction. */
export async function waitForReading(
  trx: Write['trx'],
  account: string,
  added: readonly Pick<NewVersion, 'blobId' | 'contentType' | 'size'>[],
): Promise<void> {
  const state = 'waiting' as const;
  const read = added.filter(needsReading).map(({ blobId }) => ({ blob_id: blobId, account, state }));
  const drawn = added.filter(isPreviewed).map(({ blobId }) => ({ blob_id: blobId, state }));
  const facts = trx.insertInto('facts').onConflict((oc) => oc.column('blob_id').doNothing());
  const previews = trx.insertInto('previews').onConflict((oc) => oc.column('blob_id').doNothing());
  await together([
    ...(read.length > 0 ? [facts.values(read).execute()] : []),
    ...(drawn.length > 0 ? [previews.values(drawn).execute()] : []),
  ]);
}

/** So that new files can go, and the content of files that get a next version can come back. Returns the versions. */
async function noteSteps(
  { trx, did }: Write,
  scope: Scope,
  versions: readonly { there: FileThere; fileId: string; blobId: string; versionId: string }[],
  apart: boolean,
): Promise<Set<string>> {
  const noted = new Set<string>();
  const note = (step: Step, versionId: string) => {
    noted.add(versionId);
    did(step, apart ? versionId : undefined);
  };
  const next = new Map<string, { blobId: string; versionId: string }>();
  for (const { there, fileId, ...version } of versions) {
    if (there) next.set(fileId, version);
    else note({ did: 'make', id: fileId, isEmpty: false }, version.versionId);
  }
  if (next.size === 0) return noted;
  const rows = await trx
    .selectFrom('entries')
    .innerJoin('versions', 'versions.id', 'entries.current_version')
    .select(['entries.id', 'entries.modified_at', 'versions.blob_id'])
    .where('entries.account', '=', scope.account)
    .where('entries.id', 'in', [...next.keys()])
    .execute();
  for (const { id, modified_at: modifiedAt, blob_id: blobId } of rows) {
    const to = required(next.get(id), 'next version of a file');
    if (to.blobId === blobId) continue;
    note({ did: 'content', id, from: { blobId, modifiedAt }, to: { blobId: to.blobId } }, to.versionId);
  }
  return noted;
}

/** To be called before another version becomes the current one. */
export async function keepModifiedAt(trx: Write['trx'], { account }: Scope, fileId: string): Promise<void> {
  const file = trx.selectFrom('entries').where('id', '=', fileId).where('account', '=', account);
  await trx
    .updateTable('versions')
    .set({ file_modified_at: file.select('modified_at') })
    .where('id', '=', file.select('current_version'))
    .execute();
}

/** What a row of a file has of its current content. */
export function contentColumns({
  blobId,
  size,
  contentType,
  at,
}: Pick<NewVersion, 'blobId' | 'size' | 'contentType' | 'at'>) {
  return { sort_size: size, sort_kind: kindOf(contentType), content_at: at, taken_at: takenAtOf(blobId) };
}

/** Whether such content is looked into. */
export function needsReading({ contentType, size }: { contentType: string; size: number }): boolean {
  return isRead(contentType) && size > 0;
}

/** Whether such content is expected to get a thumbnail. */
function isPreviewed({ contentType, size }: { contentType: string; size: number }): boolean {
  return previewedTypes.includes(contentType) && size > 0 && size <= maxPreviewedBytes;
}
