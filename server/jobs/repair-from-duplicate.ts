import type { Database } from '#server/database/open.ts';
import { systemScope } from '#server/drive/access/scope.ts';
import type { Transactions } from '#server/drive/changes/transactions.ts';
import { maxAnnounced } from '#server/drive/facts/told-facts.ts';

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
  await transactions.write(systemScope(account), async ({ trx, changed }) => {
    const blob = await trx
      .selectFrom('blobs')
      .selectAll()
      .where('id', '=', id)
      .where('damaged_at', 'is not', null)
      .executeTakeFirst();
    if (blob === undefined) return;
    const duplicate = await trx
      .selectFrom('blobs')
      .select('id')
      .where('account', '=', account)
      .where('size', '=', blob.size)
      .where('sha256', '=', blob.sha256)
      .where('damaged_at', 'is', null)
      .executeTakeFirst();
    if (duplicate === undefined) return;
    const repaired = await trx
      .updateTable('versions')
      .set({ blob_id: duplicate.id })
      .where('blob_id', '=', id)
      .returning('entry_id')
      .execute();
    await trx.deleteFrom('blobs').where('id', '=', id).execute();
    await trx
      .updateTable('accounts')
      .set((eb) => ({ used_bytes: eb('used_bytes', '-', blob.size) }))
      .where('user_id', '=', account)
      .execute();
    for (const { entry_id } of repaired.slice(0, maxAnnounced)) changed(entry_id);
  });
}
