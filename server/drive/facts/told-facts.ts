import { type RawBuilder, sql } from 'kysely';
import { groupsOf } from '#server/database/row-groups.ts';
import type { ToldFactsRow } from '#server/database/tables/drive-rows.ts';
import type { Write } from '../changes/transactions.ts';

/**
 * Of the files that show the same bytes so many are told of in one transaction, which bounds it. Others, which only somebody has who
 * copies a picture thousands of times, show what is new when they are read again, and keep their place in the order of dates.
 */
export const maxAnnounced = 10_000;

/** What a file beside it tells of a file: when it was taken, in milliseconds since the epoch, and where. */
export type Told = {
  takenAt: number | null;
  description: string | null;
  place: { latitude: number; longitude: number } | null;
};

/**
 * Keeps what is told of blobs, inside a transaction, with a change of each file that shows one. It belongs to the bytes, as all
 * their facts do: of what is told of the same bytes more than once, the first stays, so that telling changes other files once.
 */
export async function keepTold(write: Write, told: readonly (Told & { blobId: string })[]): Promise<void> {
  if (told.length === 0) return;
  const rows = told.map(({ blobId, takenAt, description, place }) => ({
    blob_id: blobId,
    taken_at: takenAt,
    description,
    latitude: place?.latitude ?? null,
    longitude: place?.longitude ?? null,
  }));
  await insertTold(write, rows);
}

/** Keeps what is told of a blob for another one with the same bytes, inside a transaction. */
export async function copyTold(write: Write, from: string, to: string): Promise<void> {
  const told = await write.trx.selectFrom('told_facts').selectAll().where('blob_id', '=', from).executeTakeFirst();
  if (told !== undefined) await insertTold(write, [{ ...told, blob_id: to }]);
}

async function insertTold(write: Write, rows: readonly ToldFactsRow[]): Promise<void> {
  const kept = await write.trx
    .insertInto('told_facts')
    .values(rows)
    .onConflict((oc) => oc.column('blob_id').doNothing())
    .returning('blob_id')
    .execute();
  const blobIds = kept.map(({ blob_id }) => blob_id);
  if (blobIds.length > 0) await announceFacts(write, blobIds);
}

/** Records a change of the files that show one of these blobs, and gives them the time at which it was taken. */
export async function announceFacts({ trx, changed }: Write, blobIds: readonly string[]): Promise<void> {
  // The account is locked, so that no file begins to show one meanwhile.
  const ofBlobs = trx.selectFrom('versions').select('entry_id').where('blob_id', 'in', blobIds);
  const versions = await ofBlobs.limit(maxAnnounced).execute();
  const ids = [...new Set(versions.map(({ entry_id }) => entry_id))];
  for (const group of groupsOf(ids))
    await trx.updateTable('entries').set({ taken_at: takenNow }).where('id', 'in', group).execute();
  for (const id of ids) changed(id);
}

/**
 * When the content of a blob was taken, in milliseconds since the epoch, in SQL: as the bytes say themselves, or else as was told of
 * them, or else as a name says.
 */
export function takenAtOf(blobId: string | RawBuilder<unknown>): RawBuilder<number | null> {
  const facts = sql`select facts.taken_at from facts where facts.blob_id = ${blobId}`;
  return sql`coalesce(
    (${facts} and facts.taken_from <> 'name'),
    (select told_facts.taken_at from told_facts where told_facts.blob_id = ${blobId}),
    (${facts})
  )`;
}

/** Of the current version of an entry. */
const takenNow = sql<number | null>`(
  select ${takenAtOf(sql`versions.blob_id`)} from versions where versions.id = entries.current_version
)`;
