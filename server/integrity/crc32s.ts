import { crc32 } from 'node:zlib';
import { type BlobStore, blockBytes, sumsPartBytes } from '#server/blobs/blob-store.ts';
import type { Database } from '#server/database/open.ts';
import type { BlobRow } from '#server/database/tables/blob-rows.ts';
import { readSums } from './checksums.ts';
import { withPart } from './crc32-of-sums.ts';
import { openVerified } from './verified-blob.ts';

export type Crc32s = ReturnType<typeof createCrc32s>;

/** Of a file that is read for an archive; null for a folder. */
type Row = { blob_id: string | null; size: number | null; sha256: string | null; crc32: number | null };

/** The CRC-32 of whole blobs, which archives need before the bytes. */
export function createCrc32s({ db, blobs }: { db: Database; blobs: BlobStore }) {
  return {
    /** The rows with the CRC-32 of blobs that were stored before it was, which is computed and stored now. */
    async complete<Wanted extends Row>(account: string, rows: Wanted[]): Promise<Wanted[]> {
      for (const row of rows) {
        if (row.blob_id === null || row.size === null || row.crc32 !== null) continue;
        row.crc32 = await compute({ id: row.blob_id, size: row.size, sha256: row.sha256 });
        await store(account, row.blob_id, row.crc32);
      }
      return rows;
    },
  };

  async function compute(blob: Pick<BlobRow, 'id' | 'size' | 'sha256'>): Promise<number> {
    return (blob.size > blockBytes ? await ofStoredSums(blob) : undefined) ?? (await ofBytes(blob));
  }

  async function ofStoredSums({ id, size }: Pick<BlobRow, 'id' | 'size'>): Promise<number | undefined> {
    let whole = 0;
    for (let part = 0; part * sumsPartBytes < size; part += 1) {
      const sums = await readSums(db, id, part);
      if (sums === undefined) return undefined;
      whole = withPart(whole, sums.crc32s, Math.min(sumsPartBytes, size - part * sumsPartBytes));
    }
    return whole;
  }

  async function ofBytes(row: Pick<BlobRow, 'id' | 'size' | 'sha256'>): Promise<number> {
    const blob = await openVerified(db, blobs, row);
    try {
      let whole = 0;
      for await (const bytes of blob.bytes()) whole = crc32(bytes, whole);
      return whole;
    } finally {
      await blob.close();
    }
  }

  async function store(account: string, id: string, sum: number): Promise<void> {
    await db.updateTable('blobs').set({ crc32: sum }).where('id', '=', id).where('account', '=', account).execute();
  }
}
