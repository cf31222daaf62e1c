import { sql } from 'kysely';
import type { Database } from '#server/database/open.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import type { Client } from '../client-details.ts';
import { requireConfirmed } from '../confirmation/require-confirmed.ts';
import type { AccountEvents } from '../events/account-events.ts';
import { holdAccess } from '../hold-access.ts';
import type { Principal } from '../principal.ts';
import { endEverything } from '../sessions/end-everything.ts';
import { isAdministrator, lockRoles, requireAnAdministrator, setPerson } from './roles.ts';
import { closingMs, dayOf, reopen } from './waiting.ts';

type Deps = {
  db: Database;
  events: AccountEvents;
  /** Called after sessions and app passwords of the account ended. */
  onAccessEnd: (account: string) => void;
  now: () => number;
};

export type Closing = ReturnType<typeof createClosing>;

/** Accounts that their person closed: they wait, can be kept by whoever logs in, and are then deleted. */
export function createClosing({ db, events, onAccessEnd, now }: Deps) {
  return {
    /**
     * Closes the account of the principal: all that gives access ends but the ways to log in. Returns when it will be deleted.
     * Throws session-needed, confirmation-needed, address-differs, last-administrator.
     */
    async close(principal: Principal, typed: string, client: Client): Promise<{ deletedAt: number }> {
      requireConfirmed(principal, now());
      const { account } = principal;
      const at = now();
      const event = { account, kind: 'account-closed', client, subject: dayOf(at + closingMs) } as const;
      await db.transaction().execute(async (trx) => {
        await lockRoles(trx);
        await holdAccess(trx, principal);
        const { rows } = await sql<{ email: string }>`select email from "user" where id = ${account}`.execute(trx);
        if (typed.trim().toLowerCase() !== rows[0]?.email) throw new KeepsakeError('address-differs');
        const wasAdministrator = await isAdministrator(trx, account);
        await setPerson(trx, account, { state: 'closing' }, at);
        if (wasAdministrator) await requireAnAdministrator(trx);
        await endEverything(trx, account);
        await events.record(event, trx);
      });
      onAccessEnd(account);
      void events.tell(event);
      return { deletedAt: at + closingMs };
    },

    /** Keeps an account that waits. Throws account-closing when its time is over. */
    async keep(account: string, client: Client): Promise<void> {
      const isKept = await db.transaction().execute((trx) => reopen(trx, account, { state: 'closing', at: now() }));
      if (isKept) await events.happened({ account, kind: 'account-kept', client });
      else if ((await closesAt(db, account)) !== undefined) throw new KeepsakeError('account-closing');
    },

    /** When an account will be deleted; undefined for one that its person did not close. In milliseconds. */
    closesAt: (account: string): Promise<number | undefined> => closesAt(db, account),
  };
}

async function closesAt(db: Database, account: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('people')
    .select('state_at')
    .where('account', '=', account)
    .where('state', '=', 'closing')
    .executeTakeFirst();
  return row && row.state_at + closingMs;
}
