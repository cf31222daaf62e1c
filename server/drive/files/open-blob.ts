import type { BlobStore } from '#server/blobs/blob-store.ts';
import type { Database } from '#server/database/open.ts';
import type { BlobRow } from '#server/database/tables/blob-rows.ts';
import type { Damage } from '#server/integrity/damage-records.ts';
import { openVerified, type VerifiedBlob } from '#server/integrity/verified-blob.ts';

export type OpenBlob = ReturnType<typeof createOpenBlob>;

type Deps = { db: Database; blobs: BlobStore; damage: Damage };

export function createOpenBlob({ db, blobs, damage }: Deps) {
  /** Opens a blob to be sent; damage that is found while it is read is recorded, and thrown as file-damaged. */
  return async (row: Pick<BlobRow, 'id' | 'size' | 'sha256'>): Promise<VerifiedBlob> => {
    const blob = await openVerified(db, blobs, row).catch((error: unknown) => damage.found(row.id, error));
    return {
      ...blob,
      async *bytes(range) {
        try {
          yield* blob.bytes(range);
        } catch (error) {
          await damage.found(row.id, error);
        }
      },
    };
  };
}
