import { constants } from 'node:fs';
import { type FileHandle, mkdir, open, opendir, readdir, readFile, stat, statfs, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { BlobNotFound, BlobOffsetConflict, type BlobStore, BlobStoreFull, type OpenBlob } from '../blob-store.ts';
import { createHasher } from '../hashing/hasher.ts';
import { fail, translate, unlessAbsent } from './disk-errors.ts';
import { blobPath, notesName } from './disk-layout.ts';
import { syncFolder, writeDurably } from './durable-files.ts';
import { createFreeSpace } from './free-space.ts';
import { moveToQuarantine } from './quarantine.ts';
import { batchBytesOf, writeAll, writeStream } from './write-stream.ts';

/** A smaller blob is hashed when it is complete. */
const hashAheadBytes = 1024 ** 2;
/**
 * Larger blobs are hashed in a way that goes on after a restart. It takes twice the time of the processor, so a smaller
 * one is rather read again.
 */
const resumableBytes = 1024 ** 3;
const noteEveryBytes = 64 * 1024 ** 2;

const blobId = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

const shardName = /^[0-9a-f]{2}$/;
const ownerFile = '.installation';
const probeFile = '.probe';

/** Opens the folder that keeps each blob as a file named by its id, in one of 256 folders, which are made durably first. */
export async function openDiskStore(root: string): Promise<BlobStore> {
  for (let shard = 0; shard < 256; shard += 1) {
    await mkdir(join(root, shard.toString(16).padStart(2, '0')), { recursive: true, mode: 0o700 });
  }
  await mkdir(join(root, notesName), { recursive: true, mode: 0o700 });
  await syncFolder(root);
  await dropIdleNotes(root);
  return diskStore(root);
}

/** Notes of blobs that are no more; those of uploads under way are few. */
async function dropIdleNotes(root: string) {
  for (const id of (await readdir(join(root, notesName))).filter((name) => blobId.test(name))) {
    const blob = await stat(blobPath(root, id)).catch(() => undefined);
    if (blob === undefined) await unlink(join(root, notesName, id));
  }
}

/** The same for a folder that was opened before; makes and changes nothing by itself. */
export function diskStore(root: string): BlobStore {
  const hasher = createHasher({ notesFolder: join(root, notesName), resumableBytes, noteEveryBytes });
  const space = createFreeSpace(async () => {
    const { bavail, bsize } = await statfs(root);
    return bavail * bsize;
  });
  /** Files whose sync failed, and that could not be removed: nobody takes them for whole. */
  const givenUp = new Set<string>();
  let writers = 0;

  return {
    async create(id) {
      const path = pathOf(id);
      const file = await open(path, constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY, 0o600).catch(fail);
      await file.close();
      await syncFolder(dirname(path)).catch(fail);
    },

    async put(id, bytes) {
      const path = pathOf(id);
      const file = await open(path, constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY, 0o600).catch(fail);
      try {
        await space.use(bytes.length, () => writeAll(file, [bytes], 0));
        await sync(id, file);
      } catch (error) {
        await unlink(path).catch(() => {});
        throw translate(error);
      } finally {
        await file.close();
      }
      await syncFolder(dirname(path)).catch(fail);
    },

    async append(id, offset, bytes, length = 0) {
      const file = await openFile(id, constants.O_RDWR);
      try {
        const { size } = await file.stat();
        if (size !== offset) throw new BlobOffsetConflict(`Blob ${id} has ${size} bytes, not ${offset}`);
        hasher.grows(pathOf(id), offset, length);
        return await appendTo(id, file, offset, bytes);
      } finally {
        await file.close();
      }
    },

    async truncate(id, size) {
      const file = await openFile(id, constants.O_RDWR);
      try {
        await file.truncate(size).catch(fail);
        hasher.forget(pathOf(id), size);
        await sync(id, file);
      } finally {
        await file.close();
      }
    },

    async durableSize(id) {
      const file = await openFile(id, constants.O_RDWR);
      try {
        // After a crash the file may hold bytes that were never acknowledged and are not yet on the disk. The size is
        // read before the sync, so that it never counts bytes that came while the sync ran.
        const { size } = await file.stat();
        await sync(id, file);
        return size;
      } finally {
        await file.close();
      }
    },

    hash: (id, size) => hasher.hash(pathOf(id), size).catch(fail),

    forgetHashing,

    async open(id): Promise<OpenBlob> {
      const file = await openFile(id, constants.O_RDONLY);
      const { size } = await file.stat();
      return {
        size,
        read: (position, into) => readFully(file, position, into),
        close: () => file.close(),
      };
    },

    async remove(id) {
      await forgetHashing(id);
      await unlink(pathOf(id)).catch(unlessAbsent);
      givenUp.delete(id);
    },

    quarantine: (id, bytes) =>
      moveToQuarantine(root, id, bytes === undefined ? { file: pathOf(id) } : { bytes }).catch(fail),

    async *list() {
      for await (const shard of await opendir(root)) {
        if (!shardName.test(shard.name)) continue;
        for await (const file of await opendir(join(root, shard.name))) {
          if (!blobId.test(file.name)) continue;
          const found = await stat(join(root, shard.name, file.name)).catch(() => undefined);
          if (found) yield { id: file.name, changedAt: found.mtimeMs };
        }
      }
    },

    async owner() {
      const text = await readFile(join(root, ownerFile), 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined;
        throw error;
      });
      return text?.trim();
    },

    mark: (installationId) => writeDurably(join(root, ownerFile), installationId).catch(fail),

    freeBytes: () => space.available().catch(fail),

    async probe() {
      if ((await space.available().catch(fail)) === 0)
        throw new BlobStoreFull('The rest of the disk is reserved for the database');
      const path = join(root, probeFile);
      const file = await open(path, 'w', 0o600).catch(fail);
      try {
        await file.write('probe');
        await file.datasync();
        await unlink(path);
      } catch (error) {
        fail(error);
      } finally {
        await file.close();
      }
    },

    // What interrupted work leaves are blobs, which the list tells.
    tidy: async () => {},

    presignedUrl: async () => undefined,

    close: hasher.close,
  };

  async function forgetHashing(id: string): Promise<void> {
    hasher.forget(pathOf(id), 0);
    await unlink(join(root, notesName, id)).catch(unlessAbsent);
  }

  function pathOf(id: string): string {
    if (!blobId.test(id)) throw new BlobNotFound(`Not a blob id: ${id}`);
    return blobPath(root, id);
  }

  async function openFile(id: string, flags: number): Promise<FileHandle> {
    if (givenUp.has(id)) throw new BlobNotFound('The disk failed to keep it');
    return await open(pathOf(id), flags | constants.O_NOFOLLOW).catch(fail);
  }

  async function appendTo(id: string, file: FileHandle, offset: number, bytes: AsyncIterable<Buffer>) {
    const hashAhead = (end: number) => {
      if (end >= hashAheadBytes) hasher.ahead(pathOf(id), end);
    };
    writers += 1;
    const batchBytes = () => batchBytesOf(writers);
    try {
      return await writeStream(file, bytes, offset, { batchBytes, space, afterBatch: hashAhead }).catch(fail);
    } finally {
      writers -= 1;
      await sync(id, file);
    }
  }

  /**
   * After a failed sync the kernel may have dropped the bytes and still report success the next time, so the file is
   * never synced again: it is removed, and the upload starts anew.
   */
  async function sync(id: string, file: FileHandle) {
    try {
      await file.datasync();
    } catch (error) {
      await forgetHashing(id).catch(() => {});
      givenUp.add(id);
      await unlink(pathOf(id)).then(
        () => givenUp.delete(id),
        () => {},
      );
      throw translate(error);
    }
  }
}

async function readFully(file: FileHandle, position: number, into: Buffer): Promise<number> {
  let count = 0;
  while (count < into.length) {
    const { bytesRead } = await file.read(into, count, into.length - count, position + count);
    if (bytesRead === 0) break;
    count += bytesRead;
  }
  return count;
}
