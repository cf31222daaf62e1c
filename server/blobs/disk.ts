import { constants } from 'node:fs';
import { type FileHandle, mkdir, open, opendir, readFile, rename, stat, statfs, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { BlobNotFound, BlobOffsetConflict, type BlobStore, BlobStoreFull, type OpenBlob } from './blob-store.ts';
import { createHasher } from './hasher.ts';
import { writeStream } from './write-stream.ts';

/** Room that is always left for the database. */
const keptFreeBytes = 64 * 1024 ** 2;
/** How much is written between two looks at the room that is left. */
const roomCheckBytes = 4 * 1024 ** 2;
/** Large reads cost fewer turns of the event loop: 1 MiB doubles the speed of 64 KiB. */
const readChunkBytes = 1024 ** 2;
/** A smaller blob is hashed when it is complete. */
const hashAheadBytes = 1024 ** 2;

const blobId = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

const ownerFile = '.installation';

/** Opens the folder that keeps each blob as a file named by its id, in one of 256 folders, which are made durably first. */
export async function openDiskStore(root: string): Promise<BlobStore> {
  for (let shard = 0; shard < 256; shard += 1) {
    await mkdir(join(root, shard.toString(16).padStart(2, '0')), { recursive: true, mode: 0o700 });
  }
  await syncFolder(root);
  return diskStore(root);
}

function diskStore(root: string): BlobStore {
  const hasher = createHasher();

  return {
    async create(id) {
      const path = pathOf(id);
      const file = await open(path, constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY, 0o600).catch(fail);
      await file.close();
      await syncFolder(dirname(path));
    },

    async append(id, offset, bytes) {
      const file = await openFile(id, constants.O_RDWR);
      try {
        const { size } = await file.stat();
        if (size !== offset) throw new BlobOffsetConflict(`Blob ${id} has ${size} bytes, not ${offset}`);
        return await appendTo(id, file, offset, bytes);
      } finally {
        await file.close();
      }
    },

    async truncate(id, size) {
      const file = await openFile(id, constants.O_RDWR);
      try {
        await file.truncate(size);
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

    async open(id): Promise<OpenBlob> {
      const file = await openFile(id, constants.O_RDONLY);
      const { size } = await file.stat();
      return {
        size,
        stream: (range) => file.createReadStream({ ...range, highWaterMark: readChunkBytes }),
        read: async (position, length) => {
          const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
          return buffer.subarray(0, bytesRead);
        },
        close: () => file.close(),
      };
    },

    async remove(id) {
      hasher.forget(pathOf(id), 0);
      await unlink(pathOf(id)).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error;
      });
    },

    async *list() {
      for await (const shard of await opendir(root)) {
        if (!shard.isDirectory()) continue;
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

    async mark(installationId) {
      const draft = join(root, `${ownerFile}.new`);
      const file = await open(draft, 'w', 0o600);
      try {
        await file.writeFile(`${installationId}\n`);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(draft, join(root, ownerFile));
      await syncFolder(root);
    },

    freeBytes,

    close: hasher.close,
  };

  async function freeBytes(): Promise<number> {
    const { bavail, bsize } = await statfs(root);
    return Math.max(0, bavail * bsize - keptFreeBytes);
  }

  /** The last two digits are random, so the folders fill evenly (the first ones of a UUIDv7 are a time). */
  function pathOf(id: string): string {
    if (!blobId.test(id)) throw new BlobNotFound(`Not a blob id: ${id}`);
    return join(root, id.slice(-2), id);
  }

  function openFile(id: string, flags: number): Promise<FileHandle> {
    return open(pathOf(id), flags | constants.O_NOFOLLOW).catch(fail);
  }

  async function appendTo(id: string, file: FileHandle, offset: number, bytes: AsyncIterable<Buffer>) {
    let uncheckedBytes = roomCheckBytes;
    const checkRoom = async (batchLength: number) => {
      uncheckedBytes += batchLength;
      if (uncheckedBytes < roomCheckBytes) return;
      if ((await freeBytes()) < batchLength) throw new BlobStoreFull('The rest of the disk is kept for the database');
      uncheckedBytes = 0;
    };
    const hashAhead = (end: number) => {
      if (end >= hashAheadBytes) hasher.ahead(pathOf(id), end);
    };
    try {
      return await writeStream(file, bytes, offset, { beforeBatch: checkRoom, afterBatch: hashAhead }).catch(fail);
    } finally {
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
      hasher.forget(pathOf(id), 0);
      await unlink(pathOf(id)).catch(() => {});
      throw translate(error);
    }
  }
}

async function syncFolder(path: string) {
  const folder = await open(path, constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

function fail(error: unknown): never {
  throw translate(error);
}

function translate(error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || code === 'EDQUOT') return new BlobStoreFull('The disk is full', { cause: error });
  if (code === 'EEXIST') return new BlobOffsetConflict('There is such a blob', { cause: error });
  if (code === 'ENOENT' || code === 'ELOOP') return new BlobNotFound('No such blob', { cause: error });
  return error;
}
