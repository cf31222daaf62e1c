import { constants } from 'node:fs';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { checkBlobId } from '../blob-id.ts';
import { BlobNotFound } from '../blob-store.ts';
import { fail, translate, unlessAbsent } from './disk-errors.ts';
import { blobPath } from './disk-layout.ts';
import { type OpenedFile, openRegular } from './open-regular.ts';

type Deps = {
  root: string;
  /** Called before a file is removed because its sync failed. */
  onSyncFailure: (id: string) => Promise<void>;
};

/** The files of blobs: paths, handles, syncs. All throw in the words of a blob store. */
export function createBlobFiles({ root, onSyncFailure }: Deps) {
  /** Files whose sync failed and that could not be removed: nobody may take them for whole. */
  const givenUp = new Set<string>();
  const pathOf = (id: string) => blobPath(root, checkBlobId(id));

  return {
    pathOf,

    /** Throws BlobOffsetConflict when there is one of this id. */
    create: (id: string): Promise<FileHandle> =>
      open(pathOf(id), constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY, 0o600).catch(fail),

    /** `flags`: constants.O_RDONLY or O_RDWR. Throws BlobNotFound, BlobNotRegular. */
    async open(id: string, flags: number): Promise<OpenedFile> {
      if (givenUp.has(id)) throw new BlobNotFound('The disk failed to store it');
      return await openRegular(pathOf(id), flags).catch(fail);
    },

    /**
     * After a failed sync the kernel may have dropped the bytes and still report success the next time, so the file is
     * never synced again: it is removed, and the upload starts again.
     */
    async sync(id: string, file: FileHandle): Promise<void> {
      try {
        await file.datasync();
      } catch (error) {
        await onSyncFailure(id).catch(() => {});
        givenUp.add(id);
        await unlink(pathOf(id)).then(
          () => givenUp.delete(id),
          () => {},
        );
        throw translate(error);
      }
    },

    /** Removing what does not exist is no error. */
    async remove(id: string): Promise<void> {
      await unlink(pathOf(id)).catch(unlessAbsent);
      givenUp.delete(id);
    },
  };
}

/** Fills the buffer from a position on and returns how many bytes came: fewer only at the end of the file. */
export async function readFully(file: FileHandle, position: number, into: Buffer): Promise<number> {
  let count = 0;
  while (count < into.length) {
    const { bytesRead } = await file.read(into, count, into.length - count, position + count);
    if (bytesRead === 0) break;
    count += bytesRead;
  }
  return count;
}
