import { createHash } from 'node:crypto';
import type { BlobStore } from '../blobs/blob-store.ts';
import type { Database } from '../database/open.ts';
import type { BlobRow } from '../database/tables.ts';
import type { Actor } from './actor.ts';

/** SHA-256 hexadecimal, MD5 base64: each as object metadata tells it. */
export type BlobHashes = { sha256: string; md5: string };

export type Hashes = ReturnType<typeof createHashes>;

/** Hashes of kept blobs. */
export function createHashes({ db, blobs }: { db: Database; blobs: BlobStore }) {
  return {
    /** The hashes of a blob; those of a blob that was kept before hashes were are computed and kept now. */
    async of(actor: Actor, { id, sha256, md5 }: Pick<BlobRow, 'id' | 'sha256' | 'md5'>): Promise<BlobHashes> {
      if (sha256 !== null && md5 !== null) return { sha256, md5 };
      const computed = await compute(blobs, id);
      await db.updateTable('blobs').set(computed).where('id', '=', id).where('account', '=', actor.account).execute();
      return computed;
    },
  };
}

async function compute(blobs: BlobStore, id: string): Promise<BlobHashes> {
  const [sha256, md5] = [createHash('sha256'), createHash('md5')];
  const blob = await blobs.open(id);
  for await (const piece of blob.stream() as AsyncIterable<Buffer>) {
    sha256.update(piece);
    md5.update(piece);
  }
  return { sha256: sha256.digest('hex'), md5: md5.digest('base64') };
}
