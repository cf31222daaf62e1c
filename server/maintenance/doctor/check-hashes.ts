import type { Kysely } from 'kysely';
import type { BlobStore } from '#server/blobs/blob-store.ts';
import type { BlobRow } from '#server/database/tables/blob-rows.ts';
import type { Tables } from '#server/database/tables.ts';
import { DamagedBlob } from '#server/integrity/damaged-blob-error.ts';
import { sha256In } from '#server/integrity/read-bytes.ts';
import type { Finding } from './finding.ts';

/** A blob whose bytes are in the store, all of them; `isMarked`: it was found damaged before. */
export type HashedBlob = Pick<BlobRow, 'id' | 'size'> & { sha256: string; isMarked: boolean };

export const wrongBytes = {
  kind: 'wrong-bytes',
  what: 'its bytes do not match its SHA-256: restore them from a backup',
} as const;

/** Of a blob that a server marked as damaged. */
export const foundDamaged = {
  kind: 'damaged',
  what: 'it was found damaged: restore its bytes from a backup',
} as const;

/** The same of one whose bytes are not read. */
export const markedDamaged = {
  kind: 'damaged',
  what: 'it was found damaged: restore its bytes from a backup; `keepsake doctor --deep` tells whether they are whole again',
} as const;

export const wholeAgain = {
  kind: 'damaged',
  what: 'it was found damaged, and its bytes are whole again: the server notices when it next reads it, or starts',
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
  for (const { id, size, sha256, isMarked } of toHash) {
    const isIntact = (await foundIn(blobs, id)) === sha256;
    const wrong = isMarked ? foundDamaged : wrongBytes;
    const found = isIntact ? (isMarked ? wholeAgain : undefined) : wrong;
    if (found !== undefined && (await isKnown(db, id))) yield { ...found, subject: `blobs ${id}` };
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
