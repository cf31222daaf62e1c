import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import type { Scope } from '../access/scope.ts';
import type { Write } from '../changes/transactions.ts';
import { readInside } from './entry-changes.ts';

/** Stars an entry, or takes the star from it. Throws entry-not-found. */
export async function starEntry(
  { trx, changed, did }: Write,
  scope: Scope,
  id: string,
  { starred, at }: { starred: boolean; at: number },
): Promise<void> {
  await readInside(trx, scope, id);
  // The entry at the top of a scope cannot be changed from within.
  if (id === scope.root) throw new KeepsakeError('not-allowed');
  const ofAccount = trx.selectFrom('entries').select('starred_at').where('account', '=', scope.account);
  const { starred_at: before } = await ofAccount.where('id', '=', id).executeTakeFirstOrThrow();
  if (starred === (before !== null)) return;
  await trx
    .updateTable('entries')
    .set({ starred_at: starred ? at : null })
    .where('id', '=', id)
    .where('account', '=', scope.account)
    .execute();
  changed(id);
  did({ did: 'star', id, starred, before });
}
