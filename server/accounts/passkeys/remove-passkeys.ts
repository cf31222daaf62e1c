import type { Kysely } from 'kysely';
import type { Tables } from '#server/database/tables.ts';

/** Removes all passkeys of an account, within a transaction. */
export async function removePasskeys(trx: Kysely<Tables>, account: string): Promise<void> {
  await trx.deleteFrom('passkeys').where('account', '=', account).execute();
}
