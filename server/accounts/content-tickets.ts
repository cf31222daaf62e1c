import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import { contentTicketSeconds } from '#contract/limits.ts';
import type { Database } from '#server/database/open.ts';
import type { Principal } from './principal.ts';

/** The session of a person, by the id of its row. */
export type PersonSession = { account: string; session: string };

/** What a ticket opens: one version of one file. */
type Version = { fileId: string; versionId: string };

export type Ticket = PersonSession & Version & { until: number };

const keyBytes = 32;

export type ContentTickets = ReturnType<typeof createContentTickets>;

/**
 * Tickets with which a browser may read one version of a file at an origin that gets no cookies. A ticket ends with the
 * session that it was made for, so it opens nothing that the session would not.
 */
export function createContentTickets({ db, secret, now }: { db: Database; secret: string; now: () => number }) {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'keepsake content tickets', keyBytes));

  return {
    issue(session: PersonSession, { fileId, versionId }: Version): string {
      const ticket: Ticket = { ...session, fileId, versionId, until: now() + contentTicketSeconds * 1000 };
      const payload = Buffer.from(JSON.stringify(ticket)).toString('base64url');
      return `${payload}.${sign(payload)}`;
    },

    /** What a ticket of this server says, whether its time is over or not; undefined for any other text. */
    read(text: string): Ticket | undefined {
      const [payload = '', signature = ''] = text.split('.');
      const [given, right] = [Buffer.from(signature), Buffer.from(sign(payload))];
      if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined;
      return JSON.parse(Buffer.from(payload, 'base64url').toString()) as Ticket;
    },

    isOver: ({ until }: Ticket): boolean => until <= now(),

    /** Who reads with a ticket; undefined when its session has ended. */
    async principalOf({ account, session, fileId }: Ticket): Promise<Principal | undefined> {
      const { rows } = await sql<{ expiresAt: string | Date }>`
        select "expiresAt" from session where id = ${session} and "userId" = ${account}
      `.execute(db);
      const ends = rows[0] && new Date(rows[0].expiresAt).getTime();
      return ends === undefined || ends <= now() ? undefined : { kind: 'download-token', account, entryId: fileId };
    },
  };

  function sign(payload: string): string {
    return createHmac('sha256', key).update(payload).digest('base64url');
  }
}
