import { sql } from 'kysely';
import type { Database } from '#server/database/open.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import { requirePerson } from '../app-passwords.ts';
import type { Client } from '../client-details.ts';
import type { AccountEvents } from '../events/account-events.ts';
import type { DeviceAccount, DeviceCookies } from '../guesses/device-cookies.ts';
import type { Guesses } from '../guesses/guesses.ts';
import type { Principal } from '../principal.ts';

type Deps = {
  db: Database;
  guesses: Guesses;
  devices: DeviceCookies;
  /** Whether a password of the account, sent from an address, has this hash. */
  verify: (sent: { password: string; hash: string; account: string; address: string }) => Promise<boolean>;
  events: AccountEvents;
  /** Called after a session of the account was confirmed: what is remembered of it is not true any more. */
  onConfirmed: (account: string) => void;
  now: () => number;
};

/** Where a password is typed again: the client, and the Cookie header by which its browser is known. */
export type ConfirmingClient = { client: Client; cookie: string | null };

export type Confirmation = ReturnType<typeof createConfirmation>;

/** Lets people confirm who they are in a session that began a while ago (`requireConfirmed`). */
export function createConfirmation({ db, guesses, devices, verify, events, onConfirmed, now }: Deps) {
  return {
    /**
     * Confirms the session of the principal with the password of the account. A wrong one counts like one at the log-in.
     * Throws session-needed, too-many-requests, wrong-credentials.
     */
    async byPassword(principal: Principal, password: string, { client, cookie }: ConfirmingClient): Promise<void> {
      requirePerson(principal);
      const account = await accountOf(principal.account);
      if (account === undefined) throw new KeepsakeError('wrong-credentials');
      const address = client.address ?? '';
      const device = devices.deviceOf(cookie, account);
      const begun = await guesses.logIn(account.email, address, { account, device });
      if ('waitMs' in begun) throw new KeepsakeError('too-many-requests');
      let outcome: 'right' | 'wrong' | 'undecided' = 'undecided';
      try {
        const isRight = await verify({ password, hash: account.passwordHash, account: account.id, address });
        outcome = isRight ? 'right' : 'wrong';
      } finally {
        await guesses.settle(begun.guess, outcome);
      }
      if (outcome === 'wrong') {
        events.noted({ account: account.id, kind: 'log-in-failed', client });
        throw new KeepsakeError('wrong-credentials');
      }
      await confirm(principal);
    },
    confirm,
  };

  /** Notes that the person of the session was found to be who they are. */
  async function confirm({ account, sessionId = '' }: Principal): Promise<void> {
    await sql`update session set "confirmedAt" = ${now()} where id = ${sessionId}`.execute(db);
    onConfirmed(account);
  }

  async function accountOf(id: string): Promise<DeviceAccount | undefined> {
    const { rows } = await sql<DeviceAccount>`
      select u.id, u.email, a.password as "passwordHash" from "user" u
      join account a on a."userId" = u.id and a."providerId" = 'credential' and a.password is not null
      where u.id = ${id}
    `.execute(db);
    return rows[0];
  }
}
