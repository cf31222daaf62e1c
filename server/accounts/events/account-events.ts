import { type Kysely, sql } from 'kysely';
import type { Logger } from 'pino';
import type { Ways } from '#contract/openid.ts';
import type { AccountEvent, AccountEventKind, AccountEventList } from '#contract/records/account-events.ts';
import type { Database } from '#server/database/open.ts';
import { databaseProblem } from '#server/database/problems.ts';
import { removeOlder } from '#server/database/row-groups.ts';
import type { Tables } from '#server/database/tables.ts';
import { requirePerson } from '../app-passwords.ts';
import { type Client, isSameDevice } from '../client-details.ts';
import type { Principal } from '../principal.ts';
import { mailAbout, type SendMail } from './account-mails.ts';
import { createEventQueue } from './event-queue.ts';
import { recordAccountEvent, storedUserAgent } from './record-account-event.ts';

const retentionMs = 180 * 24 * 60 * 60 * 1000;

export type AccountEvents = ReturnType<typeof createAccountEvents>;

export type AccountEventPage = { events: AccountEvent[]; nextCursor: string | null };

export type NewEvent = {
  account: string;
  kind: AccountEventKind;
  client: Client;
  subject?: string | null;
  /** Who is mailed about it; undefined for the address that the account has. */
  mailTo?: string;
  /** What only the mail says: who runs the server and did it, a day, and how many files could not be read. */
  by?: string | undefined;
  day?: string | undefined;
  unread?: number;
};

type EventAt = NewEvent & { at: number };

type Deps = {
  db: Database;
  sendMail: SendMail;
  /** The public address of the server, for links in mails. */
  publicUrl: URL;
  /** The ways to log in. */
  ways: Ways;
  log: Logger;
  now: () => number;
};

/** Records what happens with accounts, in the database and in the log, and mails people what they should know. */
export function createAccountEvents({ db, sendMail, publicUrl, ways, log, now }: Deps) {
  const later = createEventQueue({ db, record: recordAt, recorded: tell, log });

  return {
    record,
    tell,

    /** Records an event that nobody waits for and no mail is about. Never throws. */
    noted: (event: NewEvent): void => later.add({ ...event, at: now() }),

    /** Resolves when what was noted is recorded. */
    close: later.close,

    /**
     * Records an event and mails about it. Never throws: what happened has happened. While the database takes no events, it waits
     * among those that nobody waits for. A log-in is recorded as one on a new device, if there were log-ins before, but none like it
     * that is still known.
     */
    async happened(event: NewEvent): Promise<void> {
      const happening = { ...event, at: now() };
      try {
        const recorded = await recordAt(happening, db);
        if (recorded !== undefined) await tell(recorded);
      } catch (error) {
        if (databaseProblem(error) === undefined) later.lost(error, [happening]);
        else later.add(happening);
      }
    },

    /** One page of the events of the account, the last one first. Throws session-needed. */
    async list(
      principal: Principal,
      { list, cursor, limit }: { list: AccountEventList; cursor?: string | undefined; limit: number },
    ): Promise<AccountEventPage> {
      requirePerson(principal);
      const all = db
        .selectFrom('account_events')
        .select(['id', 'at', 'kind', 'address', 'user_agent', 'subject', 'times'])
        .where('account', '=', principal.account)
        .where('kind', list === 'failed-log-ins' ? '=' : '!=', 'log-in-failed')
        .orderBy('id', 'desc');
      const page = cursor === undefined ? all : all.where('id', '<', cursor);
      const rows = await page.limit(limit + 1).execute();
      const shown = rows.slice(0, limit);
      return {
        events: shown.map(({ user_agent: userAgent, kind, ...row }) => ({
          ...row,
          kind: kind as AccountEventKind,
          userAgent,
        })),
        nextCursor: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
      };
    },

    /** Deletes what was older than 180 days at a moment. */
    async prune(at: number): Promise<void> {
      const ages = db.selectFrom('account_events').select('at').orderBy('at');
      await removeOlder(at - retentionMs, {
        ageAt: async (count) => (await ages.offset(count).limit(1).executeTakeFirst())?.at,
        removeUpTo: (age) => db.deleteFrom('account_events').where('at', '<=', age).execute(),
      });
    },
  };

  /** Records an event within a transaction. */
  async function record(event: NewEvent, trx: Kysely<Tables>): Promise<void> {
    await recordAt({ ...event, at: now() }, trx);
  }

  /** Returns what a mail may be about: so many of a kind that some are only counted have been in so many mails. */
  async function recordAt(event: EventAt, trx: Kysely<Tables>): Promise<NewEvent | undefined> {
    const { account, at, client, subject = null } = event;
    const isNew = event.kind === 'log-in' && (await isNewDevice(event, trx));
    const kind = isNew ? 'new-device' : event.kind;
    const isListed = await recordAccountEvent(trx, { account, at, kind, ...client, subject });
    log.info({ account, event: kind, address: client.address }, 'Account');
    return isListed ? { ...event, kind } : undefined;
  }

  /** Mails the person about an event, if there is a mail about its kind. The mail is not waited for. Never throws. */
  async function tell({ account, kind, client, subject = null, mailTo, ...more }: NewEvent): Promise<void> {
    const failed = (error: unknown) => log.error({ err: error }, 'A mail about an account could not be sent');
    const mail = mailAbout({ kind, ...client, ...more, subject, home: publicUrl.origin, ways });
    if (mail === undefined) return;
    try {
      if (mailTo !== undefined) return void sendMail({ to: mailTo, ...mail }).catch(failed);
      // The tables of the library are not among ours.
      const users = sql<{ id: string; email: string }>`"user"`.as('users');
      const user = await db.selectFrom(users).select('email').where('id', '=', account).executeTakeFirst();
      if (user !== undefined) sendMail({ to: user.email, ...mail }).catch(failed);
    } catch (error) {
      failed(error);
    }
  }

  async function isNewDevice({ account, client }: NewEvent, trx: Kysely<Tables>): Promise<boolean> {
    const before = await trx
      .selectFrom('account_events')
      .select(['address', 'user_agent as userAgent'])
      .distinct()
      .where('account', '=', account)
      .where('kind', 'in', ['log-in', 'new-device'])
      .execute();
    const device = { ...client, userAgent: storedUserAgent(client.userAgent) };
    if (before.length === 0) return await hasForgotten(account, trx);
    return !before.some((known) => isSameDevice(known, device));
  }

  /** Whether an account without log-ins is older than those that are known: they are deleted after a while. */
  async function hasForgotten(account: string, trx: Kysely<Tables>): Promise<boolean> {
    const { rows } = await sql<{ createdAt: string | Date }>`
      select "createdAt" from "user" where id = ${account}
    `.execute(trx);
    return rows.some(({ createdAt }) => new Date(createdAt).getTime() < now() - retentionMs);
  }
}
