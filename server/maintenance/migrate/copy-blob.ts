import {
  BlobNotFound,
  BlobOffsetConflict,
  type BlobStore,
  blockBytes,
  type OpenBlob,
} from '#server/blobs/blob-store.ts';
import { DamagedBlob, damaged, unreadable } from '#server/integrity/damaged-blob-error.ts';
import { bytesOfBlob, readInto, sha256OfBlob } from '#server/integrity/read-bytes.ts';
import { OperatorError } from '../operator-error.ts';

/** A blob to copy; its SHA-256 is null when it was never computed. */
type BlobToCopy = { id: string; size: number; sha256: string | null };

type Stores = { source: BlobStore; target: BlobStore };

/** A blob of at most this size is written at once. */
const putBytes = blockBytes;

/**
 * Copies a complete blob from one store to another and reads it back: when it returns, the target has the bytes of its
 * SHA-256. What an earlier attempt left there is used or replaced. Throws DamagedBlob, and then the target does not have
 * it; OperatorError when the target returns other bytes than it was given.
 */
export async function copyBlob({ source, target }: Stores, blob: BlobToCopy): Promise<void> {
  const from = await source.open(blob.id).catch((error: unknown) => {
    throw unreadable(error);
  });
  try {
    if (from.size !== blob.size) throw damaged(`It has ${from.size} bytes, not ${blob.size}`);
    const expected = blob.sha256 ?? (await sha256OfBlob(from));
    await (blob.size <= putBytes ? putWhole(target, blob.id, from) : appendRest(target, blob.id, from));
    if ((await sha256At(target, blob.id)) === expected) return;
    await target.remove(blob.id);
    if ((await sha256OfBlob(from)) !== expected) throw damaged('Its bytes are not those of its SHA-256');
    throw new OperatorError(`The target returned different bytes from those written for ${blob.id}: do not use it.`);
  } finally {
    await from.close();
  }
}

async function putWhole(target: BlobStore, id: string, from: OpenBlob): Promise<void> {
  const bytes = await readInto(from, 0, Buffer.allocUnsafeSlow(from.size));
  await target.put(id, bytes).catch(async (error: unknown) => {
    if (!(error instanceof BlobOffsetConflict)) throw error;
    await target.remove(id);
    await target.put(id, bytes);
  });
}

/** Appends to what the target has already, which is compared when all of it is read back. */
async function appendRest(target: BlobStore, id: string, from: OpenBlob): Promise<void> {
  const size = await target.durableSize(id).catch(async (error: unknown) => {
    if (!(error instanceof BlobNotFound)) throw error;
    await target.create(id);
    return 0;
  });
  if (size < from.size) await target.append(id, size, bytesOfBlob(from, size), from.size);
  await target.hash(id, from.size);
  // The checksums are copied with the rows.
  await target.forgetHashing(id);
}

/** Undefined when the store does not give all bytes back. */
async function sha256At(store: BlobStore, id: string): Promise<string | undefined> {
  const blob = await store.open(id);
  try {
    return await sha256OfBlob(blob);
  } catch (error) {
    if (error instanceof DamagedBlob) return undefined;
    throw error;
  } finally {
    await blob.close();
  }
}
