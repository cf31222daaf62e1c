import type { Kysely } from 'kysely';
import { BlobNotFound, BlobNotRegular, type BlobStore, type OpenBlob } from '#server/blobs/blob-store.ts';
import type { Tables } from '#server/database/tables.ts';
import { unreadable } from './damaged-blob-error.ts';

/** Blobs of at most this many bytes may be stored in the database, where one commit makes bytes and rows durable. */
export const maxSmallBytes = 16 * 1024;

/**
 * Opens the bytes of a stored blob of that size: the smallest are in the database, all others in the store. They are not
 * verified; see `openVerified`. Throws BlobNotFound, and for what the store has and cannot open DamagedBlob.
 */
export async function openStored(
  db: Kysely<Tables>,
  blobs: BlobStore,
  { id, size }: { id: string; size: number },
): Promise<OpenBlob> {
  const bytes = await smallBytes(db, { id, size });
  return bytes === undefined ? await openInStore(blobs, id) : inMemory(bytes);
}

async function openInStore(blobs: BlobStore, id: string): Promise<OpenBlob> {
  return await blobs.open(id).catch((error: unknown) => {
    throw error instanceof BlobNotFound && !(error instanceof BlobNotRegular) ? error : unreadable(error);
  });
}

/** The bytes of a blob that is stored in the database; undefined if it is not. */
export async function smallBytes(
  db: Kysely<Tables>,
  { id, size }: { id: string; size: number },
): Promise<Buffer | undefined> {
  if (size > maxSmallBytes) return undefined;
  const row = await db.selectFrom('small_blobs').select('bytes').where('blob_id', '=', id).executeTakeFirst();
  return row?.bytes;
}

function inMemory(bytes: Buffer): OpenBlob {
  return {
    size: bytes.length,
    read: async (position, into) => bytes.copy(into, 0, position),
    close: async () => {},
  };
}
