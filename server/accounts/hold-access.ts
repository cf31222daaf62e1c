import { sql, type Transaction } from 'kysely';
import { isOnServer } from '#server/database/long-transaction.ts';
import type { Tables } from '#server/database/tables.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import type { Principal } from './principal.ts';

/**
 * To be called first in a transaction that makes another secret for the principal: until it ends, their session or app
 * password stays and their password is not reset, so that whatever ends these ends the new secret too. Of each account
 * there is one such transaction at a time. Throws unauthenticated if session or app password have ended.
 * The server itself came with nothing.
 */
export async function holdAccess(
  trx: Transaction<Tables>,
  { kind, account, sessionId, appPasswordId }: Principal,
): Promise<void> {
  if (kind === 'system') return;
  await holdAccount(trx, account);
  const shared = isOnServer(trx) ? sql`for share` : sql``;
  for (const [table, id] of Object.entries({ session: sessionId, app_passwords: appPasswordId })) {
    if (id === undefined) continue;
    const { rows } = await sql`select id from ${sql.table(table)} where id = ${id} ${shared}`.execute(trx);
    if (rows.length === 0) throw new KeepsakeError('unauthenticated');
  }
}

/**
 * To be called in a transaction before it changes other rows of what gives access to an account: all of them take this row
 * first, so that none waits for another that waits for it.
 */
export async function holdAccount(trx: Transaction<Tables>, account: string): Promise<void> {
  const alone = isOnServer(trx) ? sql`for update` : sql``;
  await sql`select id from account where "userId" = ${account} ${alone}`.execute(trx);
}
