import type { Kysely } from 'kysely';
import type { Tables } from '#server/database/tables.ts';

/** Turns off two-step login of an account, within a transaction. Returns whether it was on. */
export async function removeTwoStep(trx: Kysely<Tables>, account: string): Promise<boolean> {
  await trx.deleteFrom('backup_codes').where('account', '=', account).execute();
  const removed = await trx.deleteFrom('two_steps').where('account', '=', account).returning('on_since').execute();
  return removed.some(({ on_since: since }) => since !== null);
}
