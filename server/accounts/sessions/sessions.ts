import { sql } from 'kysely';
import type { LoginSession } from '#contract/records/account.ts';
import type { Database } from '#server/database/open.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import { requirePerson } from '../app-passwords.ts';
import type { Client } from '../client-details.ts';
import { requireConfirmed } from '../confirmation/require-confirmed.ts';
import type { AccountEvents } from '../events/account-events.ts';
import { storedUserAgent } from '../events/record-account-event.ts';
import { networksOf } from '../networks.ts';
import type { Principal } from '../principal.ts';
import type { SessionLife, SessionTimes } from '../session-life.ts';

type Deps = {
  db: Database;
  life: SessionLife;
  events: AccountEvents;
  /** Called after a session of the account ended. */
  onSessionEnd: (account: string) => void;
  now: () => number;
};

type SessionRow = SessionTimes & { id: string; ipAddress: string | null; userAgent: string | null };

export type Sessions = ReturnType<typeof createSessions>;

/** Where a person is logged in. Nothing here tells the token of a session; all throw session-needed for programs. */
export function createSessions({ db, life, events, onSessionEnd, now }: Deps) {
  return {
    /** The sessions of the account that have not ended: this one first, then by when they were seen last. */
    async list(principal: Principal, client: Client): Promise<LoginSession[]> {
      requirePerson(principal);
      const rows = await living(principal.account);
      const sessions = rows.map(({ id, ipAddress, userAgent, createdAt, lastSeenAt }) => ({
        id,
        userAgent: storedUserAgent(userAgent || null),
        address: ipAddress || null,
        isSameNetwork: networkOf(ipAddress) === networkOf(client.address),
        firstSeenAt: new Date(createdAt).getTime(),
        lastSeenAt: lastSeenAt ?? new Date(createdAt).getTime(),
        isCurrent: id === principal.sessionId,
      }));
      return sessions.toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent) || b.lastSeenAt - a.lastSeenAt);
    },

    /** Ends a session of the account, effective immediately. Throws confirmation-needed, session-not-found. */
    async end(principal: Principal, id: string, client: Client): Promise<void> {
      requireConfirmed(principal, now());
      const { account } = principal;
      const { rows } = await sql<{ userAgent: string | null }>`
        delete from session where id = ${id} and "userId" = ${account} returning "userAgent"
      `.execute(db);
      const [ended] = rows;
      if (ended === undefined) throw new KeepsakeError('session-not-found');
      onSessionEnd(account);
      await events.happened({ account, kind: 'session-ended', client, subject: storedUserAgent(ended.userAgent) });
    },

    /** Ends all sessions of the account but this one. Throws confirmation-needed. */
    async endOthers(principal: Principal, client: Client): Promise<void> {
      requireConfirmed(principal, now());
      const { account, sessionId = '' } = principal;
      await sql`delete from session where "userId" = ${account} and id <> ${sessionId}`.execute(db);
      onSessionEnd(account);
      await events.happened({ account, kind: 'other-sessions-ended', client });
    },

    /** Deletes the sessions that were not used for too long at a moment. */
    async prune(at: number): Promise<void> {
      await sql`delete from session where "lastSeenAt" < ${at - life.idleMs}`.execute(db);
    },
  };

  async function living(account: string): Promise<SessionRow[]> {
    const { rows } = await sql<SessionRow>`
      select id, "createdAt", "expiresAt", "lastSeenAt", "ipAddress", "userAgent" from session where "userId" = ${account}
    `.execute(db);
    return rows.filter((row) => !life.hasEnded(row, now()));
  }
}

function networkOf(address: string | null): string | undefined {
  return address === null ? undefined : networksOf(address)[0]?.name;
}
