import { sql, type Transaction } from 'kysely';
import { isOnServer } from '#server/database/long-transaction.ts';
import type { Database } from '#server/database/open.ts';
import type { PersonRow } from '#server/database/tables/access-rows.ts';
import type { Tables } from '#server/database/tables.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';

/** Who runs the server changes for one at a time: to be called first in each transaction that changes a role or a state. */
export async function lockRoles(trx: Transaction<Tables>): Promise<void> {
  if (isOnServer(trx)) await sql`select id from installation for update`.execute(trx);
}

/** Whether anybody runs the server. */
export async function hasAdministrator(db: Database): Promise<boolean> {
  const found = await administrators(db).limit(1).executeTakeFirst();
  return found !== undefined;
}

/** Whether the account is the one of an administrator and may be used. */
export async function isAdministrator(db: Database, account: string): Promise<boolean> {
  const found = await administrators(db).where('account', '=', account).executeTakeFirst();
  return found !== undefined;
}

/**
 * To be called in a transaction after it took the role from an administrator, or disabled or closed the account of one.
 * Throws last-administrator.
 */
export async function requireAnAdministrator(trx: Transaction<Tables>): Promise<void> {
  if (!(await hasAdministrator(trx))) throw new KeepsakeError('last-administrator');
}

/** Gives an account, which may never have logged in, another role or state. */
export async function setPerson(
  trx: Transaction<Tables>,
  account: string,
  change: Partial<Pick<PersonRow, 'role' | 'state'>>,
  at: number,
): Promise<void> {
  const changed = change.state === undefined ? change : { ...change, state_at: at };
  await trx
    .insertInto('people')
    .values({ account, role: 'member', state: 'active', state_at: at, last_seen_at: null, ...changed })
    .onConflict((oc) => oc.column('account').doUpdateSet(changed))
    .execute();
}

/** The accounts of those who run the server and may log in. */
export function administrators(db: Database) {
  return db.selectFrom('people').select('account').where('role', '=', 'administrator').where('state', '=', 'active');
}
