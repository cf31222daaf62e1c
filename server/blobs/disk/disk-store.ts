import { constants } from 'node:fs';
import { type FileHandle, statfs, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Report } from '#server/workers/restarts.ts';
import { BlobOffsetConflict, type BlobStore, BlobStoreFull, type OpenBlob } from '../blob-store.ts';
import { createHasher } from '../hashing/hasher.ts';
import { createBlobFiles, readFully } from './blob-files.ts';
import { fail, translate, unlessAbsent } from './disk-errors.ts';
import { listBlobs, probeFolder, readOwner, writeOwner } from './disk-folder.ts';
import { notesName, scanDisk } from './disk-layout.ts';
import { syncFolder } from './durable-files.ts';
import { createFreeSpace } from './free-space.ts';
import type { OpenedFile } from './open-regular.ts';
import { countQuarantined, moveToQuarantine } from './quarantine.ts';
import { batchBytesOf, writeAll, writeStream } from './write-stream.ts';

/** A blob is hashed by steps of this size while it grows, and the rest when it is complete: each step wakes a thread. */
const hashStepBytes = 1024 ** 2;
/**
 * Larger blobs are hashed so that hashing resumes after a restart. That takes twice the processor time, so it costs less
 * to read a smaller one again.
 */
const resumableBytes = 1024 ** 3;
const noteEveryBytes = 64 * 1024 ** 2;

/** The store in a folder that `openDiskStore` prepared; makes and changes nothing by itself. */
export function diskStore(root: string, report?: Report): BlobStore {
  const hasher = createHasher({ notesFolder: join(root, notesName), resumableBytes, noteEveryBytes }, report);
  const space = createFreeSpace(async () => {
    const { bavail, bsize } = await statfs(root);
    return bavail * bsize;
  });
  const files = createBlobFiles({ root, onSyncFailure: forgetHashing });
  const { pathOf } = files;
  let writers = 0;

  return {
    async create(id) {
      await (await files.create(id)).close();
      await syncFolder(dirname(pathOf(id))).catch(fail);
    },

    async put(id, bytes) {
      const file = await files.create(id);
      try {
        await space.use(bytes.length, () => writeAll(file, [bytes], 0));
        await files.sync(id, file);
      } catch (error) {
        await unlink(pathOf(id)).catch(() => {});
        throw translate(error);
      } finally {
        await file.close();
      }
      await syncFolder(dirname(pathOf(id))).catch(fail);
    },

    append: (id, offset, bytes, length = 0) =>
      withFile(id, async ({ file, size }) => {
        if (size !== offset) throw new BlobOffsetConflict(`Blob ${id} has ${size} bytes, not ${offset}`);
        hasher.grows(pathOf(id), offset, length);
        return await appendTo(id, file, offset, bytes);
      }),

    truncate: (id, size, mayCut = async () => true) =>
      withFile(id, async ({ file }) => {
        if (!(await mayCut())) return false;
        await file.truncate(size).catch(fail);
        hasher.forget(pathOf(id), size);
        await files.sync(id, file);
        return true;
      }),

    durableSize: (id) =>
      withFile(id, async ({ file, size }) => {
        // After a crash the file may hold bytes that were never acknowledged and are not yet on the disk. The size was
        // read before the sync, so that it never counts bytes that came while the sync ran.
        await files.sync(id, file);
        return size;
      }),

    hash: async (id, size) => await hasher.hash(pathOf(id), size).catch(fail),

    forgetHashing,

    async open(id): Promise<OpenBlob> {
      const { file, size } = await files.open(id, constants.O_RDONLY);
      return {
        size,
        read: (position, into) => readFully(file, position, into),
        close: () => file.close(),
      };
    },

    async remove(id) {
      await forgetHashing(id);
      await files.remove(id);
    },

    quarantine: async (id, bytes) =>
      await moveToQuarantine(root, id, bytes === undefined ? { file: pathOf(id) } : { bytes }).catch(fail),

    countQuarantined: () => countQuarantined(root),

    list: () => listBlobs(root),

    scan: () => scanDisk(root),

    owner: () => readOwner(root),

    mark: (installationId) => writeOwner(root, installationId),

    freeBytes: () => space.available().catch(fail),

    async probe() {
      if ((await space.available().catch(fail)) === 0)
        throw new BlobStoreFull('The rest of the disk is reserved for the database');
      await probeFolder(root);
    },

    // What interrupted work leaves behind are blobs, and listed.
    tidy: async () => {},

    presignedUrl: async () => undefined,

    close: hasher.close,
  };

  async function forgetHashing(id: string): Promise<void> {
    hasher.forget(pathOf(id), 0);
    await unlink(join(root, notesName, id)).catch(unlessAbsent);
  }

  async function withFile<Result>(id: string, work: (opened: OpenedFile) => Promise<Result>): Promise<Result> {
    const opened = await files.open(id, constants.O_RDWR);
    try {
      return await work(opened);
    } finally {
      await opened.file.close();
    }
  }

  async function appendTo(id: string, file: FileHandle, offset: number, bytes: AsyncIterable<Buffer>) {
    const stepOf = (end: number) => Math.floor(end / hashStepBytes);
    let step = stepOf(offset);
    const afterBatch = (end: number) => {
      if (stepOf(end) > step) hasher.ahead(pathOf(id), end);
      step = stepOf(end);
    };
    writers += 1;
    const batchBytes = () => batchBytesOf(writers);
    try {
      return await writeStream(file, bytes, offset, { batchBytes, space, afterBatch }).catch(fail);
    } finally {
      writers -= 1;
      await files.sync(id, file);
    }
  }
}
