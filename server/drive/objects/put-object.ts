import { buffer } from 'node:stream/consumers';
import type { SettableMetadata } from '#contract/records/objects.ts';
import { resumableThreshold } from '#contract/storage.ts';
import type { Database } from '#server/database/open.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import type { Hashes } from '#server/integrity/hashes.ts';
import type { Scope } from '../access/scope.ts';
import type { Transactions } from '../changes/transactions.ts';
import { contentTypeOf } from '../files/content-type.ts';
import type { AncestorFolder } from '../tree/ancestors.ts';
import { checkDepth } from '../tree/depth.ts';
import { checkName } from '../tree/entry-changes.ts';
import type { TreeEdit } from '../tree/mutations.ts';
import type { NewUpload } from '../uploads/begin-upload.ts';
import { openLength, reserveWhileReading, settleUpload } from '../uploads/upload-of-unknown-length.ts';
import { requestLifetimeMs } from '../uploads/upload-rows.ts';
import type { Uploads } from '../uploads/uploads.ts';
import { changeMetadata } from '../versions/version-metadata.ts';
import { findFolder, findFolders, type ObjectPath } from './object-paths.ts';
import { objectRecord, selectObjectVersions } from './object-records.ts';
import type { ChangedObject } from './objects.ts';

export type NewObject = {
  bytes: AsyncIterable<Buffer>;
  /** Number of bytes that will arrive; undefined if it is not known in advance. */
  length: number | undefined;
  /** Complete when the bytes have ended, since a form may send it after them. */
  metadata: () => SettableMetadata;
  /** SHA-256 of the bytes according to the client, hexadecimal. */
  sha256?: string;
  /** The generation that the object must have, 0 for "no such object"; any if undefined. */
  ifGeneration?: number;
  /** Whether to create the missing folders of the path. */
  createFolders: boolean;
  /** Called when all bytes have arrived; throws if the principal may no longer store them. */
  confirm: () => Promise<unknown>;
  /**
   * Whether the client has given up. Then nothing is stored: a proxy repeats a PUT whose answer it lost, and what happens
   * afterwards must not be undone by this one.
   */
  isAbandoned: () => boolean;
};

type Deps = { db: Database; uploads: Uploads; treeEdit: TreeEdit; transactions: Transactions; hashes: Hashes };

/** Uploads by path in one request, on top of `uploads`. */
export function createPutObject({ db, uploads, treeEdit, transactions, hashes }: Deps) {
  /**
   * Stores bytes as the object at a path, or as its next version, and returns its metadata, and the operation by which
   * that is undone. Throws what beginning and
   * committing an upload throw; then nothing is stored, but new folders remain.
   */
  return async (scope: Scope, path: ObjectPath, object: NewObject): Promise<ChangedObject> => {
    for (const name of [...path.folders, path.name]) checkName(name);
    checkDepth(path.folders.length);
    const line = await foldersOf(scope, path.folders, object);
    const id = uploads.newId();
    const upload: NewUpload = {
      name: path.name,
      folderId: line.at(-1)?.id ?? null,
      length: object.length ?? openLength,
      sha256: object.sha256,
      ifGeneration: object.ifGeneration,
      ...metadataOf(object),
      isSingleRequest: true,
      lifetimeMs: requestLifetimeMs,
      metadata: {},
    };
    let md5: string | undefined;
    if (upload.length <= resumableThreshold && object.length !== undefined) await storeShort(scope, id, upload, object);
    // The answer has it: without a second look at the bytes.
    else
      await storeLong(scope, id, upload, {
        ...object,
        bytes: hashes.md5Beside(object.bytes, (sum) => void (md5 = sum)),
      });
    return await describe(scope, line, id, md5);
  };

  async function storeShort(
    scope: Scope,
    id: string,
    upload: NewUpload,
    { bytes, confirm, isAbandoned }: NewObject,
  ): Promise<void> {
    const whole = await buffer(bytes);
    await confirm();
    await uploads.commitSingleRequest(scope, id, { upload, bytes: whole, isAbandoned });
  }

  async function storeLong(scope: Scope, id: string, upload: NewUpload, object: NewObject): Promise<void> {
    await uploads.begin(scope, id, upload);
    try {
      await receive(scope, id, upload, object);
    } catch (error) {
      // No client knows the id of this upload, so none can resume it. If it was committed after all, there is nothing to discard.
      await uploads.discard(scope, id).catch(() => {});
      throw error;
    }
  }

  async function receive(scope: Scope, id: string, upload: NewUpload, object: NewObject): Promise<void> {
    const { bytes, length, confirm, isAbandoned } = object;
    const { lifetimeMs } = upload;
    if (length !== undefined) {
      const { stored } = await uploads.append(scope, id, 0, bytes, { lifetimeMs, confirm, isAbandoned });
      // Fewer bytes arrived than were announced.
      if (stored === undefined) throw new KeepsakeError('upload-offset-conflict');
      return;
    }
    const measured = reserveWhileReading(transactions, scope, id, bytes);
    const { offset } = await uploads.append(scope, id, 0, measured, { lifetimeMs, isOpenEnded: true });
    await confirm();
    const { contentType, objectMetadata } = metadataOf(object);
    await settleUpload(transactions, scope, id, {
      length: offset,
      content_type: contentTypeOf(upload.name, contentType),
      object_metadata: objectMetadata ?? null,
    });
    await uploads.finish(scope, id, isAbandoned);
  }

  async function foldersOf(scope: Scope, names: string[], { createFolders, ifGeneration = 0 }: NewObject) {
    const line = await findFolders(db, scope, names);
    if (line !== undefined) return line;
    // Without its folder there is no object, so bytes that are to replace one are rejected before folders are created.
    if (ifGeneration !== 0) throw new KeepsakeError('generation-mismatch');
    if (!createFolders) throw new KeepsakeError('folder-not-found');
    return await ensureFolders(scope, names);
  }

  async function ensureFolders(scope: Scope, names: string[]): Promise<AncestorFolder[]> {
    const line: AncestorFolder[] = [];
    for (const name of names) {
      const parentId = line.at(-1)?.id ?? null;
      line.push((await findFolder(db, scope, parentId, name)) ?? (await ensureFolder(scope, { name, parentId })));
    }
    return line;
  }

  async function ensureFolder(
    scope: Scope,
    wanted: { name: string; parentId: string | null },
  ): Promise<AncestorFolder> {
    try {
      return await treeEdit.createFolder(scope, wanted);
    } catch (error) {
      // Another request may just have created it; or the name is that of a file.
      const existing = await findFolder(db, scope, wanted.parentId, wanted.name);
      if (existing === undefined) throw error;
      return existing;
    }
  }

  /** The version that these bytes became, which may no longer be the current one, or be in Trash already. */
  async function describe(
    scope: Scope,
    line: AncestorFolder[],
    uploadId: string,
    md5?: string,
  ): Promise<ChangedObject> {
    const row = await selectObjectVersions(db, scope)
      .innerJoin('finished_uploads', 'finished_uploads.version_id', 'versions.id')
      .leftJoin('operations', 'operations.id', 'versions.id')
      .select('operations.id as operation_id')
      .where('finished_uploads.id', '=', uploadId)
      .executeTakeFirst();
    if (row === undefined) throw new KeepsakeError('object-not-found');
    const folders = line.map(({ name }) => name);
    const sums = await hashes.of(scope.account, { ...row, id: row.blob_id }, md5);
    const object = objectRecord(scope, folders, row, sums);
    return { object, operationId: row.operation_id };
  }
}

/** The metadata as far as it is known. */
function metadataOf({ metadata }: NewObject): Pick<NewUpload, 'contentType' | 'objectMetadata'> {
  const known = metadata();
  return { contentType: known.contentType ?? undefined, objectMetadata: changeMetadata(null, known) ?? undefined };
}
