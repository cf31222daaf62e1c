import type { Kysely } from 'kysely';
import type { Tables } from '#server/database/tables.ts';

/** Ends the link to a new address of the account that was not confirmed yet. */
export async function endConfirmLinks(db: Kysely<Tables>, account: string): Promise<void> {
  await db
    .updateTable('address_changes')
    .set({ confirm_hash: null })
    .where('account', '=', account)
    .where('confirm_hash', 'is not', null)
    .execute();
}
