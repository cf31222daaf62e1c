import { together } from '#server/database/statements/together.ts';
import { insertSums } from '#server/integrity/checksums.ts';
import type { Scope } from '../access/scope.ts';
import type { Write } from '../changes/transactions.ts';
import type { CompleteUpload, Placed } from './complete-upload.ts';
import { contentKey } from './reusable-blobs.ts';

/** Assigns to each upload the account's blob with the same content, of those that were found, or its own. */
export function assignBlobs(placed: readonly Placed[], found: ReadonlyMap<string, string>) {
  const stored = new Map(found);
  return placed.map((one) => {
    const { upload, hashes } = one;
    const key = contentKey({ size: upload.length, sha256: hashes.sha256 });
    const blobId = stored.get(key) ?? upload.blob_id;
    // The next upload with the same content is a duplicate of this one.
    stored.set(key, blobId);
    return { ...one, blobId, isDuplicate: blobId !== upload.blob_id };
  });
}

/** Inserts the blobs of uploads, with their checksums and the bytes of those that belong in the database. */
export async function insertBlobs(
  { trx }: Write,
  scope: Scope,
  uploads: readonly CompleteUpload[],
  at: number,
): Promise<void> {
  if (uploads.length === 0) return;
  const small = uploads.flatMap(({ upload, bytes }) =>
    bytes === undefined ? [] : [{ blob_id: upload.blob_id, bytes }],
  );
  await together([
    trx
      .insertInto('blobs')
      .values(
        uploads.map(({ upload: { blob_id: id, length: size }, hashes: { sha256 }, md5 = null, crc32 }) => ({
          id,
          account: scope.account,
          size,
          created_at: at,
          sha256,
          md5,
          crc32,
        })),
      )
      .execute(),
    ...(small.length > 0 ? [trx.insertInto('small_blobs').values(small).execute()] : []),
  ]);
  for (const { upload, hashes } of uploads)
    if ('parts' in hashes) await insertSums(trx, { id: upload.blob_id, size: upload.length }, hashes);
}
