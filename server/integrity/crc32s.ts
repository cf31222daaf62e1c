import { crc32 } from 'node:zlib';
import { type BlobStore, blockBytes, sumsPartBytes } from '#server/blobs/blob-store.ts';
import type { Database } from '#server/database/open.ts';
import type { BlobRow } from '#server/database/tables/blob-rows.ts';
import { readSums } from './checksums.ts';
import { withPart } from './crc32-of-sums.ts';
import { openVerified } from './verified-blob.ts';

type Deps = { db: Database; blobs: BlobStore };

type Stored = Pick<BlobRow, 'id' | 'size' | 'sha256'>;

/**
 * Computes and stores the CRC-32 of a blob that was stored before it was: from the sums of its pieces, or else from its bytes.
 * Throws DamagedBlob.
 */
export async function addCrc32({ db, blobs }: Deps, account: string, blob: Stored): Promise<number> {
  const sum =
    (blob.size > blockBytes ? await ofStoredSums(db, blob) : undefined) ?? (await ofBytes({ db, blobs }, blob));
  await db.updateTable('blobs').set({ crc32: sum }).where('id', '=', blob.id).where('account', '=', account).execute();
  return sum;
}

async function ofStoredSums(db: Database, { id, size }: Stored): Promise<number | undefined> {
  let whole = 0;
  for (let part = 0; part * sumsPartBytes < size; part += 1) {
    const sums = await readSums(db, id, part);
    if (sums === undefined) return undefined;
    whole = withPart(whole, sums.crc32s, Math.min(sumsPartBytes, size - part * sumsPartBytes));
  }
  return whole;
}

async function ofBytes({ db, blobs }: Deps, row: Stored): Promise<number> {
  const blob = await openVerified(db, blobs, row);
  try {
    let whole = 0;
    for await (const bytes of blob.bytes()) whole = crc32(bytes, whole);
    return whole;
  } finally {
    await blob.close();
  }
}
