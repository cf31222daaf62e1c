import type { Kysely } from 'kysely';
import { type BlobStore, blockBytes } from '#server/blobs/blob-store.ts';
import type { Tables } from '#server/database/tables.ts';
import { DamagedBlob } from '#server/integrity/damaged-blob.ts';
import { openVerified, readVerified } from '#server/integrity/verified-blob.ts';
import type { Scope } from '../access/scope.ts';

/** Size in bytes and SHA-256 in hexadecimal. */
export type Content = { size: number; sha256: string };

/**
 * The account's blobs with those contents whose bytes are really there, by `contentKey`. Inside a transaction that holds
 * the account they may be given to further versions. Only blobs of the same account count: nobody learns what others keep.
 */
export async function storedContents(
  db: Kysely<Tables>,
  blobs: BlobStore,
  scope: Scope,
  contents: readonly Content[],
): Promise<Map<string, string>> {
  const wanted = new Set(contents.map(contentKey));
  const rows = await db
    .selectFrom('blobs')
    .select(['id', 'size', 'sha256'])
    .where('account', '=', scope.account)
    .where('size', 'in', [...new Set(contents.map(({ size }) => size))])
    .where('sha256', 'in', [...new Set(contents.map(({ sha256 }) => sha256))])
    .where('damaged_at', 'is', null)
    .execute();
  const kept = new Map<string, string>();
  for (const { id, size, sha256 } of rows) {
    const key = contentKey({ size, sha256: sha256 ?? '' });
    if (wanted.has(key) && !kept.has(key) && (await isWhole(db, blobs, { id, size, sha256 }))) kept.set(key, id);
  }
  return kept;
}

/** The account's blob with that content, as `storedContents`. */
export async function storedContent(
  db: Kysely<Tables>,
  blobs: BlobStore,
  scope: Scope,
  content: Content,
): Promise<string | undefined> {
  return (await storedContents(db, blobs, scope, [content])).get(contentKey(content));
}

export function contentKey({ size, sha256 }: Content): string {
  return `${size} ${sha256}`;
}

/** A small one is compared with its SHA-256; a large one is as good as its last check. */
async function isWhole(
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
