import { hash, subtle } from 'node:crypto';
import type { Kysely } from 'kysely';
import { type BlobHashes, type BlobStore, type BlobSums, blockBytes, type SumsPart } from '#server/blobs/blob-store.ts';
import type { Database } from '#server/database/open.ts';
import type { BlobRow } from '#server/database/tables/blob-rows.ts';
import type { Tables } from '#server/database/tables.ts';
import { crc32OfSums } from './crc32-of-sums.ts';
import { unreadable } from './damaged-blob-error.ts';

/** A larger buffer is hashed off the event loop. */
const syncHashBytes = 64 * 1024;

/** The sums of so many parts are held in memory at once, which are those of a TiB: 64 MiB. */
const maxHeldParts = 4096;

/**
 * The same sums, read once, so that no transaction that needs them waits for the store. Those of a larger blob are read whenever they are
 * needed. Throws what reading them throws.
 */
export async function holdSums(sums: BlobSums): Promise<BlobSums> {
  const held: SumsPart[] = [];
  for await (const part of sums.parts()) {
    if (held.length === maxHeldParts) return sums;
    held.push(part);
  }
  return {
    ...sums,
    async *parts() {
      yield* held;
    },
  };
}

/** Stores the checksums of a blob, inside a transaction. A blob of one block needs only its SHA-256. */
export async function insertSums(
  trx: Kysely<Tables>,
  { id, size }: { id: string; size: number },
  sums: BlobSums,
): Promise<void> {
  if (size <= blockBytes) return;
  let part = 0;
  for await (const { crc32s } of sums.parts()) {
    await trx.insertInto('blob_sums').values({ blob_id: id, part, crc32s }).execute();
    part += 1;
  }
}

/** The checksums of a part of a blob; undefined for a blob that was stored before checksums were. */
export async function readSums(db: Kysely<Tables>, blobId: string, part: number): Promise<SumsPart | undefined> {
  return await db
    .selectFrom('blob_sums')
    .select('crc32s')
    .where('blob_id', '=', blobId)
    .where('part', '=', part)
    .executeTakeFirst();
}

type Summed = Pick<BlobRow, 'id' | 'account' | 'size' | 'sha256'>;

/**
 * Reads a whole blob again and replaces its stored hashes and checksums. Returns undefined and stores nothing if the bytes
 * do not match its SHA-256. Throws DamagedBlob.
 */
export async function remakeSums(
  { db, blobs }: { db: Database; blobs: BlobStore },
  { id, account, size, sha256 }: Summed,
): Promise<BlobHashes | undefined> {
  await blobs.forgetHashing(id);
  const stored = await blobs.hash(id, size).catch((error: unknown) => {
    throw unreadable(error);
  });
  const sums = await holdSums(stored);
  if (sha256 !== null && sha256 !== sums.sha256) return undefined;
  const hashes = { sha256: sums.sha256 };
  await db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('blobs')
      .set({ ...hashes, crc32: await crc32OfSums(sums, size) })
      .where('id', '=', id)
      .where('account', '=', account)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) return;
    await trx.deleteFrom('blob_sums').where('blob_id', '=', id).execute();
    await insertSums(trx, { id, size }, sums);
  });
  await blobs.forgetHashing(id);
  return hashes;
}

/** In hexadecimal. */
export async function sha256Of(bytes: Buffer): Promise<string> {
  if (bytes.length <= syncHashBytes) return hash('sha256', bytes);
  return Buffer.from(await subtle.digest('SHA-256', bytes as Buffer<ArrayBuffer>)).toString('hex');
}
