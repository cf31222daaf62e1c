import type { Transaction } from 'kysely';
import type { Tables } from '#server/database/tables.ts';
import { endSessionsAndLinks } from './end-sessions.ts';

/** Ends within a transaction all that gives access to an account, but the ways to log in. */
export async function endEverything(trx: Transaction<Tables>, account: string): Promise<void> {
  await endSessionsAndLinks(trx, account);
  await endPrograms(trx, account);
}

/** Ends the app passwords and download tokens of an account, within a transaction. */
export async function endPrograms(trx: Transaction<Tables>, account: string): Promise<void> {
  await trx.deleteFrom('app_passwords').where('account', '=', account).execute();
  await trx.deleteFrom('download_tokens').where('account', '=', account).execute();
}
