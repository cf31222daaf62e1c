import type { BlobHashes, BlobStore } from '../blobs/blob-store.ts';
import type { Database } from '../database/open.ts';
import type { BlobRow } from '../database/tables.ts';
import type { Actor } from './actor.ts';

export type Hashes = ReturnType<typeof createHashes>;

/** Hashes of kept blobs. */
export function createHashes({ db, blobs }: { db: Database; blobs: BlobStore }) {
  return {
    /** The hashes of a blob; those of a blob that was kept before hashes were are computed and kept now. */
    async of(
      actor: Actor,
      { id, size, sha256, md5 }: Pick<BlobRow, 'id' | 'size' | 'sha256' | 'md5'>,
    ): Promise<BlobHashes> {
      if (sha256 !== null && md5 !== null) return { sha256, md5 };
      const computed = await blobs.hash(id, size);
      await db.updateTable('blobs').set(computed).where('id', '=', id).where('account', '=', actor.account).execute();
      return computed;
    },
  };
}
