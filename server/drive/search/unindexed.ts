import { type Kysely, sql } from 'kysely';
import type { Candidate } from '#server/database/search-index/candidates.ts';
import { type Indexed, readTail } from '#server/database/search-index/tail.ts';
import type { Tables } from '#server/database/tables.ts';
import { foldName } from '../name-index/fold.ts';
import { type Conditions, isIn } from './conditions.ts';

/** Names that are not in the index as they are now, by the ids of their entries; `fits`: whether they meet the conditions. */
export type Unindexed = ReadonlyMap<string, Candidate & { fits: boolean }>;

/**
 * Reads them, fewer than `maxUnindexedChanges`. Before the index is searched: what is indexed meanwhile is in both, and here
 * it counts. What is renamed between two pages of a search may be on both.
 */
export async function readUnindexed(
  db: Kysely<Tables>,
  indexed: Indexed,
  { entries, folders }: Conditions,
): Promise<Unindexed> {
  const conditions = [...entries, sql`entries.trashed_at is null`, ...(folders === undefined ? [] : [isIn(folders)])];
  const changed = await readTail(db, indexed, { conditions });
  return new Map(changed.map(({ id, name, row, fits }) => [id, { entry_id: id, key: foldName(name), row, fits }]));
}
