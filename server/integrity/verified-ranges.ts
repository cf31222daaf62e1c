import type { Kysely } from 'kysely';
import { type BlobStore, blockBytes } from '#server/blobs/blob-store.ts';
import type { BlobRow } from '#server/database/tables/blob-rows.ts';
import type { Tables } from '#server/database/tables.ts';
import { openVerified, readVerified } from './verified-blob.ts';

/** A blob of which any range can be read, compared with its checksums. It has to be closed. */
export type VerifiedRanges = {
  /** The bytes from `start` to before `end`, which has to be within the blob. Throws DamagedBlob. */
  read(start: number, end: number): Promise<Buffer>;
  close(): Promise<void>;
};

/** Opens a stored blob. One that has to be read whole to be compared is read once. Throws DamagedBlob. */
export async function openRanges(
  db: Kysely<Tables>,
  blobs: BlobStore,
  row: Pick<BlobRow, 'id' | 'size' | 'sha256'>,
): Promise<VerifiedRanges> {
  if (row.size <= blockBytes) {
    const whole = await readVerified(db, blobs, row);
    return { read: async (start, end) => whole.subarray(start, end), close: async () => {} };
  }
  const blob = await openVerified(db, blobs, row);
  return {
    async read(start, end) {
      const into = Buffer.allocUnsafe(end - start);
      let at = 0;
      for await (const bytes of blob.bytes({ start, end: end - 1 })) at += bytes.copy(into, at);
      return into;
    },
    close: () => blob.close(),
  };
}
