import { ofKnown } from '#server/database/known-rows.ts';
import type { Scope } from '../access/scope.ts';
import type { Write } from '../changes/transactions.ts';
import { removeUnreferenced } from '../trash/remove-unreferenced.ts';

/**
 * Deletes versions of a file of the account, except the current one. Returns how many there were, and the blobs that
 * nothing has any more, whose bytes are to be removed after the commit.
 */
export async function removeVersions(
  write: Write,
  scope: Scope,
  fileId: string,
  versionIds: readonly string[],
): Promise<{ removed: number; blobIds: string[] }> {
  const rows = await write.trx
    .deleteFrom('versions')
    .where(ofKnown('entry_id'), '=', fileId)
    .where('id', 'in', versionIds)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('entries')
            .select('entries.id')
            .where('entries.id', '=', fileId)
            .whereRef('entries.current_version', '=', 'versions.id'),
        ),
      ),
    )
    .returning('blob_id')
    .execute();
  const blobIds = rows.map(({ blob_id }) => blob_id);
  return { removed: rows.length, blobIds: rows.length === 0 ? [] : await removeUnreferenced(write, scope, blobIds) };
}
