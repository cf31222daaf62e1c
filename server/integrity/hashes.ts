import type { Selectable } from 'kysely';
import type { BlobStore } from '#server/blobs/blob-store.ts';
import type { Md5Thread } from '#server/blobs/hashing/md5-thread.ts';
import type { Database } from '#server/database/open.ts';
import type { BlobRow } from '#server/database/tables/blob-rows.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import { remakeSums } from './checksums.ts';
import { addCrc32 } from './crc32s.ts';
import type { Damage } from './damage-records.ts';
import { createMd5s } from './md5s.ts';

/** As object metadata has them: SHA-256 in hexadecimal, MD5 in base64, null while that is not known. */
export type ToldHashes = { sha256: string; md5: string | null };

type Stored = Pick<BlobRow, 'id' | 'size' | 'sha256'>;

type Deps = {
  db: Database;
  blobs: BlobStore;
  md5Thread: Pick<Md5Thread, 'beside'>;
  damage: Pick<Damage, 'suspect'>;
};

export type Hashes = ReturnType<typeof createHashes>;

/** Hashes of stored blobs. What was not computed when a blob was stored is computed when it is asked for, and kept. */
export function createHashes({ db, blobs, md5Thread, damage }: Deps) {
  const md5s = createMd5s({ db, blobs, thread: md5Thread, damage });
  return {
    /** `known` is the MD5 of the same bytes, if somebody computed it. Throws file-damaged. */
    async of(account: string, blob: Stored & Pick<BlobRow, 'md5'>, known?: string): Promise<ToldHashes> {
      const { id, size, md5 } = blob;
      const sha256 = await sha256Of(account, blob);
      if (md5 === null && known !== undefined) await md5s.keep({ id, account }, known);
      return { sha256, md5: md5 ?? known ?? (await md5s.of({ id, account, size, sha256 })) };
    },

    /** Of a blob that was stored before hashes were, it is computed from its bytes. Throws file-damaged. */
    sha256Of,

    /** The CRC-32 of a blob. Throws DamagedBlob. */
    async crc32Of(account: string, { crc32, ...blob }: Stored & Pick<Selectable<BlobRow>, 'crc32'>): Promise<number> {
      return crc32 ?? (await addCrc32({ db, blobs }, account, blob));
    },

    /** Passes bytes on, and computes their MD5 meanwhile. */
    md5Beside: md5s.beside,
  };

  async function sha256Of(account: string, { id, size, sha256 }: Stored): Promise<string> {
    if (sha256 !== null) return sha256;
    const made = await remakeSums({ db, blobs }, { id, account, size, sha256 });
    if (made === undefined) throw new KeepsakeError('file-damaged');
    return made.sha256;
  }
}
