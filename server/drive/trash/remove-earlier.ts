import type { Database } from '#server/database/open.ts';
import { rowsAtOnce } from '#server/database/row-groups.ts';
import type { Scope } from '../access/scope.ts';
import type { Transactions } from '../changes/transactions.ts';
import type { RemoveBytes } from './remove-bytes.ts';
import { removeUnreferenced } from './remove-unreferenced.ts';

type Deps = { db: Database; transactions: Transactions; removeBytes: RemoveBytes };

/**
 * Removes what purged files may have any number of, before they are removed themselves: earlier versions, and what became of
 * uploads. A group goes in each transaction. Nothing is added to a purged file.
 */
export function createRemoveEarlier({ db, transactions, removeBytes }: Deps) {
  return async (scope: Scope, fileIds: readonly string[]): Promise<void> => {
    for (let some = await earlierVersions(fileIds); some.length > 0; some = await earlierVersions(fileIds)) {
      const blobIds = await transactions.write(scope, async (write) => {
        const removed = await write.trx.deleteFrom('versions').where('id', 'in', some).returning('blob_id').execute();
        const ids = removed.map(({ blob_id }) => blob_id);
        return await removeUnreferenced(write, scope, ids);
      });
      await removeBytes(blobIds);
    }
    for (let some = await manyFinished(fileIds); some.length > 0; some = await manyFinished(fileIds))
      await db.deleteFrom('finished_uploads').where('id', 'in', some).execute();
  };

  async function earlierVersions(fileIds: readonly string[]): Promise<string[]> {
    const rows = await db
      .selectFrom('versions')
      .innerJoin('entries', 'entries.id', 'versions.entry_id')
      .select('versions.id')
      .where('versions.entry_id', 'in', fileIds)
      .whereRef('versions.id', '<>', 'entries.current_version')
      .limit(rowsAtOnce)
      .execute();
    return rows.map(({ id }) => id);
  }

  /** A group of them, if there are far more than one of each file. */
  async function manyFinished(fileIds: readonly string[]): Promise<string[]> {
    const ofFiles = db.selectFrom('finished_uploads').select('id').where('entry_id', 'in', fileIds);
    const rows = await ofFiles.limit(2 * rowsAtOnce).execute();
    return rows.length < 2 * rowsAtOnce ? [] : rows.slice(0, rowsAtOnce).map(({ id }) => id);
  }
}
