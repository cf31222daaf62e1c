import type { Database } from '#server/database/open.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import type { Scope } from '../access/scope.ts';
import { freeNumberedName } from '../tree/free-name.ts';
import type { NewUpload } from '../uploads/begin-upload.ts';
import type { Uploads } from '../uploads/uploads.ts';

/** A file that the server stores: where it goes, and the id of its upload, the same each time that it is tried. */
export type FileToPut = Pick<
  NewUpload,
  'name' | 'length' | 'contentType' | 'modifiedAt' | 'sha256' | 'objectMetadata' | 'told'
> & {
  id: string;
  folderId: string;
  /** All bytes of a small one. */
  read: () => Promise<Buffer>;
  bytes: () => AsyncIterable<Buffer>;
};

type PutLargeOptions = { onBytes: (done: number) => Promise<void>; isToResume: (error: unknown) => boolean };

type Deps = { db: Database; uploads: Uploads };

/** How often a name is looked for, if others take those that were free. */
const maxNames = 5;

/**
 * Stores files that the server reads somewhere as uploads. Each can be repeated: a file that was stored before is not stored again.
 * A name that somebody took meanwhile is numbered. All throw what reading and what uploads throw.
 */
export function createPutFiles({ db, uploads }: Deps) {
  return {
    /** Reads a small file; the function that is returned stores it. */
    async prepareSmall(scope: Scope, file: FileToPut): Promise<() => Promise<void>> {
      const bytes = await file.read();
      return () =>
        withFreeName(scope, file, async (upload) => {
          try {
            await uploads.commitSingleRequest(scope, file.id, { upload, bytes });
          } catch (error) {
            if (!(await wasStored(scope, file, error))) throw error;
          }
        });
    },

    /**
     * Stores a file of any size, from where an earlier attempt ended. `onBytes` is told what is done of it, and its error ends
     * the work; an upload is discarded unless `isToResume` says that it will be continued.
     */
    async putLarge(scope: Scope, file: FileToPut, options: PutLargeOptions): Promise<void> {
      for (let tried = 1; ; tried += 1) {
        try {
          return await putOnce(scope, file, options);
        } catch (error) {
          // Its name was taken while its bytes came: it begins again, with a name that is free now.
          if (!isTaken(error) || tried === maxNames) throw error;
        }
      }
    },
  };

  async function putOnce(scope: Scope, file: FileToPut, { onBytes, isToResume }: PutLargeOptions): Promise<void> {
    const { id } = file;
    const begun = await uploads.status(scope, id).catch(async (error: unknown) => {
      if (!(error instanceof KeepsakeError) || error.code !== 'upload-expired') return ignoreMissing(error);
      // The server did not run for a day.
      await uploads.discard(scope, id).catch(ignoreMissing);
      return undefined;
    });
    if (begun?.stored) return;
    if (begun === undefined) {
      try {
        await withFreeName(scope, file, (upload) => uploads.begin(scope, id, upload));
      } catch (error) {
        if (await wasStored(scope, file, error)) return;
        throw error;
      }
    }
    try {
      const bytes = behind(file.bytes(), begun?.offset ?? 0, onBytes);
      await uploads.append(scope, id, begun?.offset ?? 0, bytes);
    } catch (error) {
      if (!isToResume(error)) await uploads.discard(scope, id).catch(ignoreMissing);
      throw error;
    }
  }

  async function withFreeName(scope: Scope, file: FileToPut, put: (upload: NewUpload) => Promise<void>): Promise<void> {
    const { id: _id, read: _read, bytes: _bytes, ...upload } = file;
    const { folderId } = file;
    let { name } = file;
    for (let tried = 1; ; tried += 1) {
      // Nobody but this server continues it, and it never becomes a version of a file that is there.
      const only = { isSingleRequest: true, ifGeneration: 0, metadata: {} };
      try {
        return await put({ ...upload, ...only, name });
      } catch (error) {
        if (!isTaken(error) || tried === maxNames) throw error;
        name = await freeNumberedName(db, scope, folderId, { name: file.name, kind: 'file' });
      }
    }
  }

  /** Whether an upload was refused because the same one was finished before. */
  async function wasStored(scope: Scope, { id }: FileToPut, error: unknown): Promise<boolean> {
    if (!(error instanceof KeepsakeError) || error.code !== 'upload-offset-conflict') return false;
    return (await uploads.status(scope, id).catch(ignoreMissing))?.stored !== undefined;
  }
}

/** The bytes behind the first ones, which are read all the same, since all of them are compared with the checksum. */
async function* behind(
  bytes: AsyncIterable<Buffer>,
  first: number,
  onBytes: (done: number) => Promise<void>,
): AsyncGenerator<Buffer> {
  let at = 0;
  for await (const piece of bytes) {
    const rest = piece.subarray(Math.min(piece.length, Math.max(0, first - at)));
    at += piece.length;
    await onBytes(at);
    if (rest.length > 0) yield rest;
  }
}

function isTaken(error: unknown): boolean {
  return error instanceof KeepsakeError && ['generation-mismatch', 'name-taken'].includes(error.code);
}

function ignoreMissing(error: unknown): undefined {
  if (!(error instanceof KeepsakeError) || error.code !== 'upload-not-found') throw error;
}
