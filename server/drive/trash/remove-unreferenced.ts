import { sql } from 'kysely';
import { ofKnown } from '#server/database/known-rows.ts';
import { groupsOf } from '#server/database/row-groups.ts';
import type { Scope } from '../access/scope.ts';
import type { Write } from '../changes/transactions.ts';

/**
 * Deletes those of the blobs that no version has any more, with their thumbnails, checksums and bytes in the database, and
 * releases their space. Returns their ids: the bytes are to be removed after the commit.
 */
export async function removeUnreferenced(
  { trx, used }: Write,
  scope: Scope,
  blobIds: readonly string[],
): Promise<string[]> {
  const removed: { id: string; size: number }[] = [];
  for (const group of groupsOf([...new Set(blobIds)])) {
    const blobs = await trx
      .deleteFrom('blobs')
      .where('id', 'in', group)
      .where(ofKnown('account'), '=', scope.account)
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('versions').select(sql.lit(1).as('one')).whereRef('versions.blob_id', '=', 'blobs.id'))),
      )
      .returning(['id', 'size'])
      .execute();
    removed.push(...blobs);
  }
  used(
    removed.reduce((sum, { size }) => sum - size, 0),
    0,
  );
  return removed.map(({ id }) => id);
}
