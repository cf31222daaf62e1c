import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { ObjectMetadata, SettableMetadata } from '#contract/objects.ts';
import { resumableThreshold } from '#contract/storage.ts';
import type { Principal } from '#server/accounts/principal.ts';
import type { Database } from '#server/database/open.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import type { Hashes } from '#server/integrity/hashes.ts';
import type { Changes } from '../changes/changes.ts';
import { changeMetadata } from '../files/version-metadata.ts';
import type { AncestorFolder } from '../tree/ancestors.ts';
import { checkDepth } from '../tree/depth.ts';
import type { TreeEdit } from '../tree/mutations.ts';
import { checkName } from '../tree/steps.ts';
import type { NewUpload } from '../uploads/begin-upload.ts';
import { openLength, reserveWhileReading, settleLength } from '../uploads/grow-upload.ts';
import type { Uploads } from '../uploads/uploads.ts';
import { findFolder, findFolders, type ObjectPath } from './object-paths.ts';
import { objectRecord, selectObjects } from './object-records.ts';

export type NewObject = {
  bytes: Readable;
  /** Bytes that will come; undefined when only their end will tell. */
  length: number | undefined;
  metadata: SettableMetadata;
  /** What the client says the bytes hash to: SHA-256, hexadecimal. */
  sha256?: string;
  /** The generation that the object has to have, 0 for "no such object"; any when undefined. */
  ifGeneration?: number;
  /** Makes the folders of the path that are missing. */
  createFolders: boolean;
  /** Asked when all bytes are here; throws when the actor may not keep them any more. */
  confirm: () => Promise<unknown>;
};

type Deps = { db: Database; uploads: Uploads; treeEdit: TreeEdit; changes: Changes; hashes: Hashes };

export type PutObject = ReturnType<typeof createPutObject>;

/** One-shot uploads by path, by way of `uploads`. */
export function createPutObject({ db, uploads, treeEdit, changes, hashes }: Deps) {
  /**
   * Keeps bytes as the object at a path, or as its next version, and returns its metadata. Throws what beginning and
   * finishing an upload throw; then nothing is kept, but folders that were made stay.
   */
  return async (principal: Principal, path: ObjectPath, object: NewObject): Promise<ObjectMetadata> => {
    for (const name of [...path.folders, path.name]) checkName(name);
    checkDepth(path.folders.length);
    const line = await foldersOf(principal, path.folders, object);
    const id = uploads.newId();
    const upload: NewUpload = {
      name: path.name,
      folderId: line.at(-1)?.id ?? null,
      length: object.length ?? openLength,
      contentType: object.metadata.contentType ?? undefined,
      sha256: object.sha256,
      ifGeneration: object.ifGeneration,
      objectMetadata: changeMetadata(null, object.metadata) ?? undefined,
      metadata: {},
    };
    if (upload.length <= resumableThreshold && object.length !== undefined)
      await keepShort(principal, id, upload, object);
    else await keepLong(principal, id, upload, object);
    return await describe(principal, line, id);
  };

  async function keepShort(
    principal: Principal,
    id: string,
    upload: NewUpload,
    { bytes, confirm }: NewObject,
  ): Promise<void> {
    const whole = await buffer(bytes);
    await confirm();
    await uploads.commitSingleRequest(principal, id, { upload, bytes: whole });
  }

  async function keepLong(principal: Principal, id: string, upload: NewUpload, object: NewObject): Promise<void> {
    await uploads.begin(principal, id, upload);
    try {
      await receive(principal, id, object);
      await uploads.finish(principal, id);
    } catch (error) {
      // Nobody knows this upload, so nobody can go on with it. What was kept after all stays: it has no upload any more.
      await uploads.discard(principal, id).catch(() => {});
      throw error;
    }
  }

  async function receive(principal: Principal, id: string, { bytes, length, confirm }: NewObject): Promise<void> {
    const measured = length === undefined ? reserveWhileReading(changes, principal, id, bytes) : bytes;
    const end = await uploads.append(principal, id, 0, measured);
    await confirm();
    if (length === undefined) await settleLength(changes, principal, id, end);
  }

  async function foldersOf(principal: Principal, names: string[], { createFolders, ifGeneration = 0 }: NewObject) {
    const line = await findFolders(db, principal, names);
    if (line !== undefined) return line;
    // Nothing can be there yet, so nothing is made for bytes that should replace something.
    if (ifGeneration !== 0) throw new KeepsakeError('generation-mismatch');
    if (!createFolders) throw new KeepsakeError('folder-not-found');
    return await makeFolders(principal, names);
  }

  async function makeFolders(principal: Principal, names: string[]): Promise<AncestorFolder[]> {
    const line: AncestorFolder[] = [];
    for (const name of names) {
      const parentId = line.at(-1)?.id ?? null;
      line.push((await findFolder(db, principal, parentId, name)) ?? (await makeFolder(principal, { name, parentId })));
    }
    return line;
  }

  async function makeFolder(
    principal: Principal,
    wanted: { name: string; parentId: string | null },
  ): Promise<AncestorFolder> {
    try {
      return await treeEdit.createFolder(principal, wanted);
    } catch (error) {
      // Someone else made it a moment ago, unless the name is that of a file.
      const made = await findFolder(db, principal, wanted.parentId, wanted.name);
      if (made === undefined) throw error;
      return made;
    }
  }

  /** The version that these bytes became, which may not be the current one any more. */
  async function describe(principal: Principal, line: AncestorFolder[], uploadId: string): Promise<ObjectMetadata> {
    const row = await selectObjects(db, principal)
      .innerJoin('finished_uploads', 'finished_uploads.version_id', 'versions.id')
      .where('finished_uploads.id', '=', uploadId)
      .executeTakeFirst();
    if (row === undefined) throw new KeepsakeError('object-not-found');
    const folders = line.map(({ name }) => name);
    return objectRecord(principal, folders, row, await hashes.of(principal.account, { ...row, id: row.blob_id }));
  }
}
