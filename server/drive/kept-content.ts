import type { Kysely } from 'kysely';
import { BlobNotFound, type BlobStore } from '../blobs/blob-store.ts';
import type { Tables } from '../database/tables.ts';
import type { Actor } from './actor.ts';

/**
 * The account's blob with that content, whose bytes are really there, or undefined. Inside a transaction that holds the
 * account it may be given to a further version. Only blobs of the same account count: nobody learns what others keep.
 */
export async function keptContent(
  db: Kysely<Tables>,
  blobs: BlobStore,
  actor: Actor,
  { size, sha256 }: { size: number; sha256: string },
): Promise<string | undefined> {
  const rows = await db
    .selectFrom('blobs')
    .select('id')
    .where('account', '=', actor.account)
    .where('size', '=', size)
    .where('sha256', '=', sha256)
    .execute();
  for (const { id } of rows) if ((await sizeOf(blobs, id)) === size) return id;
  return undefined;
}

async function sizeOf(blobs: BlobStore, id: string): Promise<number | undefined> {
  try {
    const blob = await blobs.open(id);
    await blob.close();
    return blob.size;
  } catch (error) {
    if (error instanceof BlobNotFound) return undefined;
    throw error;
  }
}
