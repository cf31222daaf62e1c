import type { Kysely, Transaction } from 'kysely';
import { closingSeconds } from '#contract/limits.ts';
import type { Database } from '#server/database/open.ts';
import type { PersonRow } from '#server/database/tables/access-rows.ts';
import type { Tables } from '#server/database/tables.ts';

/** The states of an account that will be deleted: its person closed it, or who runs the server. */
export const waitingStates = ['closing', 'closed'] as const satisfies PersonRow['state'][];

/** How long such an account waits, in milliseconds. */
export const closingMs = closingSeconds * 1000;

/**
 * Makes an account active again that waits to be deleted; nobody gets its files then. Returns false where it does not wait in
 * that state, or its time is over.
 */
export async function reopen(
  trx: Transaction<Tables>,
  account: string,
  { state, at }: { state: (typeof waitingStates)[number]; at: number },
): Promise<boolean> {
  const opened = await stillWaiting(trx, account, at)
    .set({ state: 'active', state_at: at })
    .where('state', '=', state)
    .executeTakeFirstOrThrow();
  if (opened.numUpdatedRows === 0n) return false;
  await trx.deleteFrom('hand_overs').where('account', '=', account).execute();
  return true;
}

/** Keeps the deletion of an account from beginning until the transaction ends. Returns false where its time is over. */
export async function holdWaiting(trx: Transaction<Tables>, account: string, at: number): Promise<boolean> {
  const held = await stillWaiting(trx, account, at)
    .set((eb) => ({ state_at: eb.ref('state_at') }))
    .executeTakeFirstOrThrow();
  return held.numUpdatedRows > 0n;
}

/**
 * Accounts whose time was over at a moment, and those whose deletion has begun, in the order of their ids. From now on nobody
 * keeps them.
 */
export async function beginDeletions(
  db: Database,
  at: number,
  { after, limit }: { after: string; limit: number },
): Promise<string[]> {
  // 0 is long ago, whatever a clock says.
  await db
    .updateTable('people')
    .set({ state_at: 0 })
    .where('state', 'in', waitingStates)
    .where('state_at', '>', 0)
    .where('state_at', '<=', at - closingMs)
    .execute();
  const rows = await db
    .selectFrom('people')
    .select('account')
    .where('state', 'in', waitingStates)
    .where('state_at', '=', 0)
    .where('account', '>', after)
    .orderBy('account')
    .limit(limit)
    .execute();
  return rows.map(({ account }) => account);
}

/** A day as a mail says it, in UTC. */
export function dayOf(ms: number): string {
  return new Date(ms).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
}

function stillWaiting(db: Kysely<Tables>, account: string, at: number) {
  return db
    .updateTable('people')
    .where('account', '=', account)
    .where('state', 'in', waitingStates)
    .where('state_at', '>', at - closingMs);
}
