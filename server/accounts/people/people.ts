import type { Transaction } from 'kysely';
import type { PersonRow } from '#server/database/tables/access-rows.ts';
import type { Tables } from '#server/database/tables.ts';

/**
 * Notes within a transaction that somebody logs in, and returns the state of their account, which then stays until the
 * transaction ends.
 */
export async function noteLogIn(trx: Transaction<Tables>, account: string, at: number): Promise<PersonRow['state']> {
  const { state } = await trx
    .insertInto('people')
    .values({ account, role: 'member', state: 'active', state_at: at, last_seen_at: at })
    .onConflict((oc) => oc.column('account').doUpdateSet({ last_seen_at: at }))
    .returning('state')
    .executeTakeFirstOrThrow();
  return state;
}
