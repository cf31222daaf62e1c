import { sql, type Transaction } from 'kysely';
import type { Person } from '#contract/records/people.ts';
import type { Tables } from '#server/database/tables.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import { endEverything } from '../sessions/end-everything.ts';
import { isAdministrator, requireAnAdministrator, setPerson } from './roles.ts';
import { reopen } from './waiting.ts';

/** What who runs the server makes of an account. */
export type WantedState = 'active' | 'disabled' | 'closed';

/**
 * Gives an account another state within a transaction, and returns what that was. One that was closed for its person is opened
 * again until its time is over; one that its person closed is theirs to keep. Throws not-allowed, account-closing,
 * last-administrator.
 */
export async function changeState(
  trx: Transaction<Tables>,
  { id, state: before }: Person,
  { state, at }: { state: WantedState; at: number },
): Promise<'enabled' | 'disabled' | 'closed' | 'reopened'> {
  if (before === 'closing' || (before === 'closed' && state === 'disabled')) throw new KeepsakeError('not-allowed');
  if (before === 'closed') {
    if (!(await reopen(trx, id, { state: before, at }))) throw new KeepsakeError('account-closing');
    return 'reopened';
  }
  const wasAdministrator = await isAdministrator(trx, id);
  await setPerson(trx, id, { state }, at);
  if (state === 'active') return 'enabled';
  if (wasAdministrator) await requireAnAdministrator(trx);
  if (state === 'closed') await endEverything(trx, id);
  else await endSessions(trx, id);
  return state;
}

/** Ends all sessions of an account within a transaction; what programs have stays. */
export async function endSessions(trx: Transaction<Tables>, account: string): Promise<void> {
  await sql`delete from session where "userId" = ${account}`.execute(trx);
}
