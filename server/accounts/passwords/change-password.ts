import { sql, type Transaction } from 'kysely';
import type { Database } from '#server/database/open.ts';
import type { Tables } from '#server/database/tables.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import type { Confirmation } from '../confirmation/confirmation.ts';
import type { AccountEvents } from '../events/account-events.ts';
import type { TypingClient } from '../guesses/counted-guess.ts';
import type { DeviceCookies } from '../guesses/device-cookies.ts';
import type { Principal } from '../principal.ts';
import { endSessionsAndLinks } from '../sessions/end-sessions.ts';
import { passwordProblem } from './password-rules.ts';

type Deps = {
  db: Database;
  confirmation: Pick<Confirmation, 'checkPassword'>;
  devices: DeviceCookies;
  hash: (sent: { password: string; account: string; address: string }) => Promise<string>;
  /** The host of the server's public address. */
  host: string;
  /** Revokes all app passwords of the account, in the transaction. */
  revokeAppPasswords: (trx: Transaction<Tables>, account: string) => Promise<void>;
  events: AccountEvents;
  /** Called after sessions and app passwords of the account ended. */
  onAccessEnd: (account: string) => void;
  now: () => number;
};

type NewPassword = { currentPassword: string; newPassword: string; revokeAppPasswords: boolean };

export type ChangePassword = ReturnType<typeof createChangePassword>;

/**
 * Changes the password of a person who knows the current one. In one transaction every other session ends, and all links to let
 * somebody in; app passwords do if they are to be revoked; passkeys, log-ins of a provider and download links stay. Returns a Set-Cookie header by which
 * the browser stays known. A wrong current password counts like one at the log-in. Throws session-needed, too-many-requests,
 * wrong-credentials, and why the new one is refused.
 */
export function createChangePassword(deps: Deps) {
  const { db, confirmation, devices, hash, host, revokeAppPasswords, events, onAccessEnd, now } = deps;

  return async (principal: Principal, wanted: NewPassword, from: TypingClient): Promise<string> => {
    const account = await confirmation.checkPassword(principal, wanted.currentPassword, from);
    const problem = await passwordProblem(wanted.newPassword, { email: account.email, host });
    if (problem !== undefined) throw new KeepsakeError(problem);
    const { id, passwordHash } = account;
    // Before the transaction: it takes a tenth of a second, during which nobody else could write.
    const newHash = await hash({ password: wanted.newPassword, account: id, address: from.client.address ?? '' });
    const { sessionId = '' } = principal;
    const event = { account: id, kind: 'password-changed', client: from.client } as const;
    await db.transaction().execute(async (trx) => {
      const changed = await sql`
        update account set password = ${newHash}, "updatedAt" = ${new Date(now()).toISOString()}
        where "userId" = ${id} and "providerId" = 'credential' and password = ${passwordHash} returning id
      `.execute(trx);
      // It was changed or reset meanwhile.
      if (changed.rows.length === 0) throw new KeepsakeError('wrong-credentials');
      await endSessionsAndLinks(trx, id, sessionId);
      await sql`update session set "confirmedAt" = ${now()} where id = ${sessionId}`.execute(trx);
      if (wanted.revokeAppPasswords) await revokeAppPasswords(trx, id);
      await events.record(event, trx);
    });
    onAccessEnd(id);
    void events.tell(event);
    const device = devices.deviceOf(from.cookie, account);
    return devices.setCookie({ ...account, passwordHash: newHash }, device);
  };
}
