import { sql } from 'kysely';
import { nameKey } from '#contract/names/names.ts';
import type { Database } from '#server/database/open.ts';
import type { Scope } from '../access/scope.ts';
import type { EntryPageRow } from '../account-archives/account-archive-rows.ts';

/** A file of an account with the folder of another one that it goes to. */
export type PlacedRow = { row: EntryPageRow; folderId: string };

/** The files that are not in their folders yet, with their names and their content by its SHA-256. */
export async function notThereYet(db: Database, to: Scope, placed: readonly PlacedRow[]): Promise<PlacedRow[]> {
  const there = await db
    .selectFrom('entries')
    .innerJoin('versions', 'versions.id', 'entries.current_version')
    .innerJoin('blobs', 'blobs.id', 'versions.blob_id')
    .select(['entries.parent_id', 'entries.name_key', 'blobs.sha256'])
    .where('entries.account', '=', to.account)
    .where('entries.trashed_at', 'is', null)
    // The expression of the index of live names.
    .where(sql<string>`coalesce(entries.parent_id, '')`, 'in', [...new Set(placed.map(({ folderId }) => folderId))])
    .where('entries.name_key', 'in', [...new Set(placed.map(({ row }) => nameKey(row.name)))])
    .execute();
  const known = new Set(there.map((one) => JSON.stringify([one.parent_id, one.name_key, one.sha256])));
  return placed.filter(
    ({ row, folderId }) => row.sha256 === null || !known.has(JSON.stringify([folderId, nameKey(row.name), row.sha256])),
  );
}
