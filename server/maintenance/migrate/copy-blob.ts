import { createHash } from 'node:crypto';
import {
  BlobNotFound,
  BlobOffsetConflict,
  type BlobStore,
  blockBytes,
  type OpenBlob,
} from '#server/blobs/blob-store.ts';
import { SourceFault } from '../copy-verified.ts';
import { OperatorError } from '../operator-error.ts';

/** What is copied: its SHA-256 is null when it was never computed. */
export type BlobToCopy = { id: string; size: number; sha256: string | null };

type Stores = { from: BlobStore; to: BlobStore };

const readBytes = 1024 ** 2;
/** A blob of at most this size is sent at once. */
const putBytes = blockBytes;

/**
 * Copies a complete blob from one store to another, and reads it back from there: when it returns, the bytes that are given
 * back are those of its SHA-256. What an attempt before left there is used or replaced. Throws SourceFault, and then the
 * blob is not there; Refusal when the new store is not to be trusted.
 */
export async function copyBlob({ from, to }: Stores, blob: BlobToCopy): Promise<void> {
  const source = await from.open(blob.id).catch((error: unknown) => {
    throw error instanceof BlobNotFound ? new SourceFault('it is missing', { cause: error }) : error;
  });
  try {
    if (source.size !== blob.size) throw new SourceFault(`${source.size} bytes, not ${blob.size}`);
    const expected = blob.sha256 ?? (await hashOf(source));
    await (blob.size <= putBytes ? putWhole(to, blob.id, source) : growOn(to, blob.id, source));
    if ((await hashThere(to, blob.id)) === expected) return;
    await to.remove(blob.id);
    if ((await hashOf(source)) !== expected) throw new SourceFault('other bytes than were kept');
    throw new OperatorError(`The new place gives other bytes back than it was given for ${blob.id}: do not use it.`);
  } finally {
    await source.close();
  }
}

async function putWhole(to: BlobStore, id: string, source: OpenBlob): Promise<void> {
  const bytes = Buffer.allocUnsafeSlow(source.size);
  await readInto(source, 0, bytes);
  await to.put(id, bytes).catch(async (error: unknown) => {
    if (!(error instanceof BlobOffsetConflict)) throw error;
    await to.remove(id);
    await to.put(id, bytes);
  });
}

/** Goes on behind what is there. That it is right is seen when all is read back. */
async function growOn(to: BlobStore, id: string, source: OpenBlob): Promise<void> {
  const there = await to.durableSize(id).catch(async (error: unknown) => {
    if (!(error instanceof BlobNotFound)) throw error;
    await to.create(id);
    return 0;
  });
  if (there < source.size) await to.append(id, there, bytesFrom(source, there), source.size);
  await to.hash(id, source.size);
  // The sums are kept with the rows.
  await to.forgetHashing(id);
}

/** Each buffer is a new one: a store may hold on to it. */
async function* bytesFrom(source: OpenBlob, start: number): AsyncIterable<Buffer> {
  for (let at = start; at < source.size; at += readBytes) {
    const bytes = Buffer.allocUnsafeSlow(Math.min(readBytes, source.size - at));
    await readInto(source, at, bytes);
    yield bytes;
  }
}

async function hashThere(store: BlobStore, id: string): Promise<string> {
  const blob = await store.open(id);
  return await hashOf(blob).finally(blob.close);
}

async function hashOf(blob: OpenBlob): Promise<string> {
  const hash = createHash('sha256');
  const buffer = Buffer.allocUnsafeSlow(Math.min(readBytes, blob.size));
  for (let at = 0; at < blob.size; at += buffer.length) {
    const bytes = buffer.subarray(0, blob.size - at);
    await readInto(blob, at, bytes);
    hash.update(bytes);
  }
  return hash.digest('hex');
}

async function readInto(blob: OpenBlob, position: number, bytes: Buffer): Promise<void> {
  const count = await blob.read(position, bytes);
  if (count < bytes.length) throw new SourceFault(`it ends at ${position + count}`);
}
