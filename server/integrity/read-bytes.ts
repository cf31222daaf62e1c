import { createHash } from 'node:crypto';
import type { BlobStore, OpenBlob } from '#server/blobs/blob-store.ts';
import { NotRegularFile, openRegular } from '#server/blobs/disk/open-regular.ts';
import { damaged, unreadable } from './damaged-blob-error.ts';

/** What is read at once. */
const readBytes = 1024 ** 2;

/** Fills the buffer with the bytes from a position on, and returns it. Throws DamagedBlob when the blob ends before. */
export async function readInto(blob: OpenBlob, position: number, bytes: Buffer): Promise<Buffer> {
  const count = await blob.read(position, bytes).catch((error: unknown) => {
    throw unreadable(error);
  });
  if (count < bytes.length) throw damaged(`It ends at ${position + count}`);
  return bytes;
}

/** The bytes from a position to the end, compared with nothing. Each buffer is a new one. Throws DamagedBlob. */
export async function* bytesOfBlob(blob: OpenBlob, start = 0): AsyncIterable<Buffer> {
  for (let at = start; at < blob.size; at += readBytes)
    yield await readInto(blob, at, Buffer.allocUnsafeSlow(Math.min(readBytes, blob.size - at)));
}

/** All bytes of a complete blob of a store, compared with nothing. Throws DamagedBlob, and when the store is unreachable. */
export async function* bytesIn(store: BlobStore, id: string): AsyncIterable<Buffer> {
  const blob = await store.open(id).catch((error: unknown) => {
    throw unreadable(error);
  });
  try {
    yield* bytesOfBlob(blob);
  } finally {
    await blob.close();
  }
}

/** The SHA-256 of a complete blob of a store, in hexadecimal. Throws DamagedBlob, and when the store is unreachable. */
export async function sha256In(store: BlobStore, id: string): Promise<string> {
  return await sha256OfAll(bytesIn(store, id));
}

/**
 * The bytes of a file, which has to be one and no link. A buffer is good until the next one is asked for. Throws
 * DamagedBlob.
 */
export async function* bytesOfFile(path: string): AsyncIterable<Buffer> {
  try {
    const { file } = await openRegular(path);
    try {
      const buffer = Buffer.allocUnsafe(readBytes);
      for (;;) {
        const { bytesRead } = await file.read(buffer, 0, buffer.length, null);
        if (bytesRead === 0) return;
        yield buffer.subarray(0, bytesRead);
      }
    } finally {
      await file.close();
    }
  } catch (error) {
    if (error instanceof NotRegularFile) throw damaged(error.message);
    throw isAbsent(error) ? damaged('It is missing') : unreadable(error);
  }
}

/** Hexadecimal. Throws DamagedBlob. */
export async function sha256OfBlob(blob: OpenBlob): Promise<string> {
  return await sha256OfAll(bytesOfBlob(blob));
}

/** Hexadecimal. Throws DamagedBlob. */
export async function sha256OfFile(path: string): Promise<string> {
  return await sha256OfAll(bytesOfFile(path));
}

async function sha256OfAll(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const bytes of chunks) hash.update(bytes);
  return hash.digest('hex');
}

function isAbsent(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}
