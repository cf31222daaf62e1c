import { type Kysely, sql } from 'kysely';
import type { Logger } from 'pino';
import type { AccountEvent, AccountEventKind, AccountEventList } from '#contract/records/account-events.ts';
import type { Database } from '#server/database/open.ts';
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

type NewEvent = { account: string; kind: AccountEventKind; client: Client; subject?: string | null };

type Deps = { db: Database; sendMail: SendMail; log: Logger; now: () => number };

/** Records what happens with accounts, in the database and in the log, and mails people what they should know. */
export function createAccountEvents({ db, sendMail, log, now }: Deps) {
  const later = createEventQueue({ db, record: recordAt, log });

  return {
    record,
    tell,

    /** Records an event that nobody waits for and no mail is about. Never throws. */
    noted: (event: NewEvent): void => later.add({ ...event, at: now() }),

    /** Resolves when what was noted is recorded. */
    close: later.close,

    /** Records an event and mails about it. Never throws: what happened has happened. */
    happened: (event: NewEvent): Promise<void> => attempt(() => recordAndTell(event)),

    /** Records a log-in: as one on a new device, if there were log-ins before, but none like it. Never throws. */
    loggedIn: (account: string, client: Client): Promise<void> =>
      attempt(async () => {
        const kind = (await isNewDevice(account, client)) ? 'new-device' : 'log-in';
        await recordAndTell({ account, kind, client });
      }),

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

  /** Records an event, within a transaction if there is one. Returns whether it is listed apart. */
  function record(event: NewEvent, trx: Kysely<Tables> = db): Promise<boolean> {
    return recordAt({ ...event, at: now() }, trx);
  }

  async function recordAt(event: NewEvent & { at: number }, trx: Kysely<Tables>): Promise<boolean> {
    const { account, at, kind, client, subject = null } = event;
    const { address, userAgent } = client;
    const isListed = await recordAccountEvent(trx, { account, at, kind, address, userAgent, subject });
    log.info({ account, event: kind, address }, 'Account');
    return isListed;
  }

  /** Mails the person about an event, if there is a mail about its kind. The mail is not waited for. */
  async function tell({ account, kind, client, subject = null }: NewEvent): Promise<void> {
    const mail = mailAbout({ kind, ...client, subject });
    if (mail === undefined) return;
    // The tables of the library are not among ours.
    const users = sql<{ id: string; email: string }>`"user"`.as('users');
    const user = await db.selectFrom(users).select('email').where('id', '=', account).executeTakeFirst();
    if (user === undefined) return;
    sendMail({ to: user.email, ...mail }).catch((error: unknown) => {
      log.error({ err: error }, 'A mail about an account could not be sent');
    });
  }

  async function recordAndTell(event: NewEvent): Promise<void> {
    // So many of a kind that some are only counted have been in so many mails.
    if (await record(event)) await tell(event);
  }

  async function attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      log.error({ err: error }, 'What happened with an account could not be recorded');
    }
  }

  async function isNewDevice(account: string, client: Client): Promise<boolean> {
    const before = await db
      .selectFrom('account_events')
      .select(['address', 'user_agent as userAgent'])
      .distinct()
      .where('account', '=', account)
      .where('kind', 'in', ['log-in', 'new-device'])
      .execute();
    const device = { ...client, userAgent: storedUserAgent(client.userAgent) };
    return before.length > 0 && !before.some((known) => isSameDevice(known, device));
  }
}
