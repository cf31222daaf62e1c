import { createHash, randomUUID } from 'node:crypto';
import type { BlobStore } from '#server/blobs/blob-store.ts';
import type { Database } from '#server/database/open.ts';
import type { Scope } from '#server/drive/access/scope.ts';
import type { Drive } from '#server/drive/create-drive.ts';
import { copying } from '#server/drive/tree/trashed-at.ts';
import { required } from '#server/errors/required.ts';
import { makeZip } from '#tests/support/fixtures/files/make-zip.ts';

/** Each time other bytes, so that none are stored already; always of the same length. */
export const content = () => Buffer.from(randomUUID());

/** What lies outside of a confined scope. */
export type Outside = Awaited<ReturnType<typeof makeOutside>>;

type Stores = { db: Database; thumbnails: BlobStore };

/**
 * Makes a folder with a file that has two versions and a thumbnail, something in Trash, an unfinished copy, an upload in progress, a finished one,
 * a token, an archive and an operation that can be undone.
 */
export async function makeOutside(parts: Drive['ofScope'], all: Scope, { db, thumbnails }: Stores) {
  const { treeEdit, uploads, downloadTokens, feed, transfers } = parts;
  const name = `outside-${randomUUID()}`;
  const folder = await treeEdit.createFolder(all, { name, parentId: null });
  const revision = await feed.revision(all);
  const bytes = content();
  const original = content();
  await uploads.commitSingleRequest(all, uploads.newId(), {
    upload: { name: `${name}.txt`, folderId: folder.id, length: original.length, metadata: {} },
    bytes: original,
  });
  const finished = uploads.newId();
  const { fileId: file } = await uploads.commitSingleRequest(all, finished, {
    upload: { name: `${name}.txt`, folderId: folder.id, length: bytes.length, metadata: {} },
    bytes,
  });
  const trashed = await treeEdit.createFolder(all, { name: `${name}-trashed`, parentId: null });
  await treeEdit.trashEntry(all, trashed.id);
  const { id: unfinished } = await treeEdit.createFolder(all, { name: `${name}-unfinished`, parentId: null });
  await db.updateTable('entries').set({ trashed_at: copying }).where('id', '=', unfinished).execute();
  const upload = uploads.newId();
  const length = content().length;
  await uploads.begin(all, upload, { name: `${name}.part`, folderId: folder.id, length, metadata: {} });
  transfers.moved(all, { id: upload, folderId: folder.id, name, size: length, received: 1 });
  const token = await downloadTokens.create(all, {
    fileId: file,
    expiresAt: null,
    maker: { kind: 'system', account: all.account },
  });
  const { id: version, blob_id: blobId } = await db
    .selectFrom('entries')
    .innerJoin('versions', 'versions.id', 'entries.current_version')
    .select(['versions.id', 'blob_id'])
    .where('entries.id', '=', file)
    .executeTakeFirstOrThrow();
  await thumbnails.put(blobId, bytes);
  const { operationId } = await treeEdit.createFolder(all, { name: `${name}-new`, parentId: null });
  const archive = await parts.archives.create(all, [folder.id]);
  const accountArchive = await parts.accountArchives.create(all, { versions: true, trash: true });
  const zip = uploads.newId();
  const packed = makeZip([{ name, bytes }]);
  const asZip = { name: `${name}.zip`, folderId: folder.id, length: packed.length, metadata: {} };
  const { fileId: zipFile } = await uploads.commitSingleRequest(all, zip, { upload: asZip, bytes: packed });
  const { id: unpacking } = await parts.unpackings.begin(all, zipFile);
  await parts.unpackings.stop(all, unpacking);
  const { versions } = await parts.versions.list(all, file, { limit: 2 });
  return {
    folder: folder.id,
    file,
    version,
    earlierVersion: required(versions[1], 'earlier version').id,
    trashed: trashed.id,
    unfinished,
    upload,
    finished,
    token: token.id,
    zip: zipFile,
    unpacking,
    archive: archive.url.split('/').at(-1) ?? '',
    accountArchive: accountArchive.url.split('/').at(-1) ?? '',
    operation: required(operationId, 'operation of a new folder'),
    db,
    revision,
    bytes,
    path: { folders: [name], name: `${name}.txt` },
    hash: createHash('sha256').update(bytes).digest('hex'),
    /** None of these may be revealed. */
    secrets: [name, folder.id, file, trashed.id, token.id, bytes.toString()],
  };
}
