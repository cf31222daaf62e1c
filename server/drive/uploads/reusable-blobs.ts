import type { Kysely } from 'kysely';
import { type BlobStore, blockBytes } from '#server/blobs/blob-store.ts';
import type { Tables } from '#server/database/tables.ts';
import { required } from '#server/errors/required.ts';
import { DamagedBlob } from '#server/integrity/damaged-blob-error.ts';
import { openVerified, readVerified } from '#server/integrity/verified-blob.ts';
import type { Scope } from '../access/scope.ts';

/** Size in bytes and SHA-256 in hexadecimal. */
export type Fingerprint = { size: number; sha256: string };

/**
 * The ids of the account's intact blobs with those contents, by `contentKey`. Inside a transaction that holds the account
 * they may be given to further versions. Only blobs of the same account count, so that no account learns what others store.
 */
export async function blobsByContent(
  db: Kysely<Tables>,
  blobs: BlobStore,
  scope: Scope,
  contents: readonly Fingerprint[],
): Promise<Map<string, string>> {
  if (contents.length === 0) return new Map();
  const wanted = new Set(contents.map(contentKey));
  const rows = await db
    .selectFrom('blobs')
    .select(['id', 'size', 'sha256'])
    .where('account', '=', scope.account)
    .where('size', 'in', [...new Set(contents.map(({ size }) => size))])
    .where('sha256', 'in', [...new Set(contents.map(({ sha256 }) => sha256))])
    .where('damaged_at', 'is', null)
    .execute();
  const found = new Map<string, string>();
  for (const row of rows) {
    const { id, size } = row;
    const key = contentKey({ size, sha256: required(row.sha256, 'SHA-256 of a blob that was selected by it') });
    if (wanted.has(key) && !found.has(key) && (await isIntact(db, blobs, row))) found.set(key, id);
  }
  return found;
}

/** The id of the account's intact blob with that content; see `blobsByContent`. */
export async function blobWithContent(
  db: Kysely<Tables>,
  blobs: BlobStore,
  scope: Scope,
  content: Fingerprint,
): Promise<string | undefined> {
  return (await blobsByContent(db, blobs, scope, [content])).get(contentKey(content));
}

export function contentKey({ size, sha256 }: Fingerprint): string {
  return `${size} ${sha256}`;
}

/** A small blob is compared with its SHA-256; for a large one the last check counts. */
async function isIntact(
  db: Kysely<Tables>,
  blobs: BlobStore,
  row: { id: string; size: number; sha256: string | null },
): Promise<boolean> {
  try {
    if (row.size <= blockBytes) await readVerified(db, blobs, row);
    else await (await openVerified(db, blobs, row)).close();
    return true;
  } catch (error) {
    if (error instanceof DamagedBlob) return false;
    throw error;
  }
}
