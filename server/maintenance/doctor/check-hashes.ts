import type { Kysely } from 'kysely';
import type { BlobStore } from '#server/blobs/blob-store.ts';
import type { BlobRow } from '#server/database/tables/blob-rows.ts';
import type { Tables } from '#server/database/tables.ts';
import { DamagedBlob } from '#server/integrity/damaged-blob-error.ts';
import { sha256In } from '#server/integrity/read-bytes.ts';
import type { Finding } from './finding.ts';

/** A blob whose bytes are in the store, all of them. */
export type HashedBlob = Pick<BlobRow, 'id' | 'size'> & { sha256: string };

export const wrongBytes = {
  kind: 'wrong-bytes',
  what: 'its bytes do not match its SHA-256: restore them from a backup',
} as const;

/**
 * Compares the bytes of blobs with their hashes, which takes as long as it takes to read everything: in no transaction, so
 * that the database of a running server can be tidied meanwhile. Whatever was removed in the meantime is no finding.
 */
export async function* checkHashes(
  db: Kysely<Tables>,
  blobs: BlobStore,
  { toHash, onBlob }: { toHash: readonly HashedBlob[]; onBlob: (size: number) => void },
): AsyncIterable<Finding> {
  for (const { id, size, sha256 } of toHash) {
    if ((await foundIn(blobs, id)) !== sha256 && (await isKnown(db, id)))
      yield { ...wrongBytes, subject: `blobs ${id}` };
    onBlob(size);
  }
}

/** Undefined for bytes that cannot be read. */
async function foundIn(blobs: BlobStore, id: string): Promise<string | undefined> {
  return await sha256In(blobs, id).catch((error: unknown) => {
    if (error instanceof DamagedBlob) return undefined;
    throw error;
  });
}

async function isKnown(db: Kysely<Tables>, id: string): Promise<boolean> {
  return (await db.selectFrom('blobs').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}
