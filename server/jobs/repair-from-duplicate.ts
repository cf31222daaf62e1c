import type { Database } from '#server/database/open.ts';
import { rowsAtOnce } from '#server/database/row-groups.ts';
import { systemScope } from '#server/drive/access/scope.ts';
import type { Transactions, Write } from '#server/drive/changes/transactions.ts';
import { copyTold, maxAnnounced } from '#server/drive/facts/told-facts.ts';

/**
 * Gives the versions of a damaged blob another blob of the same account and content, when there is one: uploading the file
 * again repairs it everywhere. The damaged bytes were quarantined before.
 */
export async function repairFromDuplicate(
  { db, transactions }: { db: Database; transactions: Transactions },
  id: string,
): Promise<void> {
  const account = (await db.selectFrom('blobs').select('account').where('id', '=', id).executeTakeFirst())?.account;
  if (account === undefined) return;
  let announced = 0;
  while (!(await transactions.write(systemScope(account), repairSome)));

  /** Repairs versions of one group; returns whether there are no more. */
  async function repairSome(write: Write): Promise<boolean> {
    const { trx, changed, used } = write;
    const blob = await trx
      .selectFrom('blobs')
      .selectAll()
      .where('id', '=', id)
      .where('damaged_at', 'is not', null)
      .executeTakeFirst();
    if (blob === undefined) return true;
    const duplicate = await trx
      .selectFrom('blobs')
      .select('id')
      .where('account', '=', blob.account)
      .where('size', '=', blob.size)
      .where('sha256', '=', blob.sha256)
      .where('damaged_at', 'is', null)
      .executeTakeFirst();
    if (duplicate === undefined) return true;
    await copyTold(write, id, duplicate.id);
    const damaged = trx.selectFrom('versions').select('id').where('blob_id', '=', id).limit(rowsAtOnce);
    const repaired = await trx
      .updateTable('versions')
      .set({ blob_id: duplicate.id })
      .where('id', 'in', damaged)
      .returning('entry_id')
      .execute();
    const told = repaired.slice(0, maxAnnounced - announced);
    for (const { entry_id } of told) changed(entry_id);
    announced += told.length;
    if (repaired.length === rowsAtOnce) return false;
    await trx.deleteFrom('blobs').where('id', '=', id).execute();
    used(-blob.size, 0);
    return true;
  }
}
