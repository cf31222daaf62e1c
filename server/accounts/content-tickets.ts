import { sql } from 'kysely';
import { contentTicketSeconds } from '#contract/limits.ts';
import type { Database } from '#server/database/open.ts';
import type { Principal } from './principal.ts';
import type { PersonSession } from './session-cache.ts';
import type { SessionLife, SessionTimes } from './session-life.ts';
import { createSigner } from './signer.ts';

/** What a ticket opens: one version of one file. */
export type FileVersion = { fileId: string; versionId: string };

export type Ticket = PersonSession & FileVersion & { until: number };

type Deps = { db: Database; secret: string; life: SessionLife; now: () => number };

export type ContentTickets = ReturnType<typeof createContentTickets>;

/**
 * Tickets with which a browser may read one version of a file at an origin that gets no cookies. A ticket ends with the
 * session that it was made for, so it opens nothing that the session would not.
 */
export function createContentTickets({ db, secret, life, now }: Deps) {
  const { sign, isSignature } = createSigner(secret, 'content tickets');

  return {
    issue(session: PersonSession, { fileId, versionId }: FileVersion): string {
      const ticket: Ticket = { ...session, fileId, versionId, until: now() + contentTicketSeconds * 1000 };
      const payload = Buffer.from(JSON.stringify(ticket)).toString('base64url');
      return `${payload}.${sign(payload)}`;
    },

    /** What a ticket of this server says, whether its time is over or not; undefined for any other text. */
    read(text: string): Ticket | undefined {
      const [payload = '', signature = ''] = text.split('.');
      if (!isSignature(signature, payload)) return undefined;
      return JSON.parse(Buffer.from(payload, 'base64url').toString()) as Ticket;
    },

    isOver: ({ until }: Ticket): boolean => until <= now(),

    /** Who reads with a ticket; undefined when its session has ended. */
    async principalOf({ account, sessionId, fileId }: Ticket): Promise<Principal | undefined> {
      // The tables of the library are not among ours.
      const sessions = sql<SessionTimes & { id: string; userId: string }>`session`.as('sessions');
      const times = db
        .selectFrom(sessions)
        .select(['createdAt', 'expiresAt', 'lastSeenAt'])
        .where('id', '=', sessionId);
      const session = await times.where('userId', '=', account).executeTakeFirst();
      if (session === undefined || life.hasEnded(session, now())) return undefined;
      return { kind: 'download-token', account, entryId: fileId, sessionId };
    },
  };
}
