import { sql } from 'kysely';
import type { Database } from '#server/database/open.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import { requirePerson } from '../app-passwords.ts';
import type { CountedGuess, TypingClient } from '../guesses/counted-guess.ts';
import type { DeviceAccount } from '../guesses/device-cookies.ts';
import type { Principal } from '../principal.ts';

type Deps = {
  db: Database;
  guess: CountedGuess;
  /** Whether a password of the account, sent from an address, has this hash. */
  verify: (sent: { password: string; hash: string; account: string; address: string }) => Promise<boolean>;
  /** Called after a session of the account was confirmed: what is remembered of it is not true any more. */
  onConfirmed: (account: string) => void;
  now: () => number;
};

export type Confirmation = ReturnType<typeof createConfirmation>;

/** Lets people confirm who they are in a session that began a while ago (`requireConfirmed`). */
export function createConfirmation({ db, guess, verify, onConfirmed, now }: Deps) {
  return {
    /**
     * Confirms the session of the principal with the password of the account. Throws what `checkPassword` throws.
     */
    async byPassword(principal: Principal, password: string, typing: TypingClient): Promise<void> {
      await checkPassword(principal, password, typing);
      await confirm(principal);
    },
    checkPassword,
    confirm,
  };

  /**
   * The account of the principal, whose password this is. A wrong one counts like one at the log-in. Throws session-needed,
   * too-many-requests, wrong-credentials.
   */
  async function checkPassword(principal: Principal, password: string, typing: TypingClient): Promise<DeviceAccount> {
    requirePerson(principal);
    const address = typing.client.address ?? '';
    let found: DeviceAccount | undefined;
    await guess.check(principal.account, typing, async ({ passwordHash, ...account }) => {
      if (passwordHash === null) return false;
      found = { ...account, passwordHash };
      return await verify({ password, hash: passwordHash, account: account.id, address });
    });
    if (found === undefined) throw new KeepsakeError('wrong-credentials');
    return found;
  }

  /** Notes that the person of the session was found to be who they are. */
  async function confirm({ account, sessionId = '' }: Principal): Promise<void> {
    await sql`update session set "confirmedAt" = ${now()} where id = ${sessionId}`.execute(db);
    onConfirmed(account);
  }
}
