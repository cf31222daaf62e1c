import type { Selectable } from 'kysely';
import type { BlobHashes, BlobStore } from '#server/blobs/blob-store.ts';
import type { Database } from '#server/database/open.ts';
import type { BlobRow } from '#server/database/tables/blob-rows.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import { remakeSums } from './checksums.ts';
import { addCrc32 } from './crc32s.ts';

export type Hashes = ReturnType<typeof createHashes>;

/** Hashes of stored blobs. */
export function createHashes({ db, blobs }: { db: Database; blobs: BlobStore }) {
  return {
    /** The hashes of a blob; if it was stored before hashes were, they are computed and stored now. */
    async of(
      account: string,
      { id, size, sha256, md5 }: Pick<BlobRow, 'id' | 'size' | 'sha256' | 'md5'>,
    ): Promise<BlobHashes> {
      if (sha256 !== null && md5 !== null) return { sha256, md5 };
      const made = await remakeSums({ db, blobs }, { id, account, size, sha256 });
      if (made === undefined) throw new KeepsakeError('file-damaged');
      return made;
    },

    /** The CRC-32 of a blob; if it was stored before that was, it is computed and stored now. Throws DamagedBlob. */
    async crc32Of(
      account: string,
      { id, size, sha256, crc32 }: Pick<Selectable<BlobRow>, 'id' | 'size' | 'sha256' | 'crc32'>,
    ): Promise<number> {
      return crc32 ?? (await addCrc32({ db, blobs }, account, { id, size, sha256 }));
    },
  };
}
