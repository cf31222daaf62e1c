import type { Kysely } from 'kysely';
import { type BlobStore, blockBytes } from '#server/blobs/blob-store.ts';
import type { Database } from '#server/database/open.ts';
import type { Tables } from '#server/database/tables.ts';
import { required } from '#server/errors/required.ts';
import { DamagedBlob } from '#server/integrity/damaged-blob-error.ts';
import { openVerified, readVerified } from '#server/integrity/verified-blob.ts';
import type { Scope } from '../access/scope.ts';

/** Size in bytes and SHA-256 in hexadecimal. */
export type Fingerprint = { size: number; sha256: string };

/**
 * The ids of the account's blobs with those contents that turn out to be damaged. Small ones are read, so this is done before a
 * transaction, which others wait for.
 */
export async function damagedAmong(
  { db, blobs }: { db: Database; blobs: BlobStore },
  scope: Scope,
  contents: readonly Fingerprint[],
): Promise<Set<string>> {
  const rows = await storedAmong(db, scope, contents);
  const damaged = rows.map(async (row) => ((await isIntact(db, blobs, row)) ? [] : [row.id]));
  return new Set((await Promise.all(damaged)).flat());
}

/**
 * The ids of the account's intact blobs with those contents, by `contentKey`. Inside a transaction that holds the account
 * they may be given to further versions. Only blobs of the same account count, so that no account learns what others store.
 * `damaged`: those that `damagedAmong` told just before; what was stored since is intact.
 */
export async function blobsByContent(
  db: Kysely<Tables>,
  scope: Scope,
  contents: readonly Fingerprint[],
  damaged: ReadonlySet<string>,
): Promise<Map<string, string>> {
  const rows = await storedAmong(db, scope, contents);
  return new Map(rows.filter(({ id }) => !damaged.has(id)).map((row) => [contentKey(row), row.id]));
}

type Stored = Fingerprint & { id: string };

/** Blobs of the account with those contents that are not marked as damaged. */
async function storedAmong(db: Kysely<Tables>, scope: Scope, contents: readonly Fingerprint[]): Promise<Stored[]> {
  if (contents.length === 0) return [];
  const wanted = new Set(contents.map(contentKey));
  const rows = await db
    .selectFrom('blobs')
    .select(['id', 'size', 'sha256'])
    .where('account', '=', scope.account)
    .where('size', 'in', [...new Set(contents.map(({ size }) => size))])
    .where('sha256', 'in', [...new Set(contents.map(({ sha256 }) => sha256))])
    .where('damaged_at', 'is', null)
    .execute();
  return rows
    .map((row) => ({ ...row, sha256: required(row.sha256, 'SHA-256 of a blob that was selected by it') }))
    .filter((row) => wanted.has(contentKey(row)));
}

export function contentKey({ size, sha256 }: Fingerprint): string {
  return `${size} ${sha256}`;
}

/** A small blob is compared with its SHA-256; for a large one the last check counts. */
async function isIntact(db: Database, blobs: BlobStore, row: Stored): Promise<boolean> {
  try {
    if (row.size <= blockBytes) await readVerified(db, blobs, row);
    else await (await openVerified(db, blobs, row)).close();
    return true;
  } catch (error) {
    if (error instanceof DamagedBlob) return false;
    throw error;
  }
}
