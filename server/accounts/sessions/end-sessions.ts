import { type Kysely, sql, type Transaction } from 'kysely';
import type { Tables } from '#server/database/tables.ts';

/**
 * Ends within a transaction the sessions of an account, all but one if that is given, and whatever else is under way to
 * let somebody in: links that reset the password, links to a new address, second steps of log-ins.
 */
export async function endSessionsAndLinks(trx: Transaction<Tables>, account: string, but = ''): Promise<void> {
  await sql`delete from session where "userId" = ${account} and id <> ${but}`.execute(trx);
  await sql`delete from verification where value = ${account}`.execute(trx);
  await endConfirmLinks(trx, account);
  await trx.deleteFrom('challenges').where('account', '=', account).execute();
}

/** Ends the link to a new address of the account that was not confirmed yet. */
export async function endConfirmLinks(db: Kysely<Tables>, account: string): Promise<void> {
  await db
    .updateTable('address_changes')
    .set({ confirm_hash: null })
    .where('account', '=', account)
    .where('confirm_hash', 'is not', null)
    .execute();
}
