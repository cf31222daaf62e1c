import type { Transaction } from 'kysely';
import type { Invitation, ServerSettings } from '#contract/records/people.ts';
import type { Database } from '#server/database/open.ts';
import type { InvitationRow } from '#server/database/tables/access-rows.ts';
import type { Tables } from '#server/database/tables.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import { requirePerson } from '../app-passwords.ts';
import type { Client } from '../client-details.ts';
import type { AccountEvents } from '../events/account-events.ts';
import type { SendMail } from '../events/account-mails.ts';
import { makeResetLink, resetMail } from '../passwords/reset-link.ts';
import type { Principal } from '../principal.ts';
import { createChangePeople } from './change-people.ts';
import type { Actor } from './deeds.ts';
import { invitationMail } from './invitation-mail.ts';
import type { Invitations } from './invitations.ts';
import { createPeopleList, readPerson } from './people-list.ts';
import { createRequireAdministrator } from './require-administrator.ts';
import { isAdministrator } from './roles.ts';
import { sendInTime } from './send-in-time.ts';
import type { StoredSettings } from './server-settings.ts';

type Deps = {
  db: Database;
  invitations: Invitations;
  settings: StoredSettings;
  events: AccountEvents;
  sendMail: SendMail;
  /** Where mails go: to a mail server, or into a folder that nobody but the operator reads. */
  mailKind: 'smtp' | 'outbox';
  publicUrl: URL;
  passwordLogIn: 'open' | 'closed';
  /** Turns off two-step login of an account, within a transaction. Returns whether it was on. */
  removeTwoStep: (trx: Transaction<Tables>, account: string) => Promise<boolean>;
  /** Called after all sessions of an account ended. */
  onAccessEnd: (account: string) => void;
  /** Called after a setting changed that every node keeps in memory. */
  onSettings: () => void;
  /** How long somebody waits for a mail with a link, in milliseconds. */
  mailWaitMs?: number;
  now: () => number;
};

type Sender = { principal: Principal; client: Client };

/** An administrator who was found to be one. */
export type Entered = Actor & { account: string };

type Invited = { email: string | null; quotaBytes: number | null; sendsMail: boolean };

export type Administration = ReturnType<typeof createAdministration>;

/** What administrators do, and what leads to it. Nothing here reads the things of an account, or acts as somebody else. */
export function createAdministration(deps: Deps) {
  const { db, invitations, settings, events, sendMail, publicUrl, removeTwoStep, onAccessEnd, onSettings, now } = deps;
  const { mailKind, mailWaitMs, passwordLogIn } = deps;
  const requireAdministrator = createRequireAdministrator({ db, now });
  return {
    /** Throws session-needed, not-allowed, confirmation-needed. */
    async enter({ principal, client }: Sender): Promise<Entered> {
      await requireAdministrator(principal);
      return { account: principal.account, client };
    },

    /** Throws session-needed. */
    async role(principal: Principal): Promise<{ role: 'administrator' | 'member' }> {
      requirePerson(principal);
      return { role: (await isAdministrator(db, principal.account)) ? 'administrator' : 'member' };
    },

    /** Makes a person with the token of the server's own link an administrator. Throws session-needed, invitation-ended. */
    async setUp({ principal, client }: Sender, token: string): Promise<void> {
      requirePerson(principal);
      await invitations.setUp(token, principal.account);
      await events.happened({ account: principal.account, kind: 'made-administrator', client });
    },

    people: {
      ...createPeopleList({ db, now }),
      ...createChangePeople({ db, events, removeTwoStep, onAccessEnd, now }),

      /**
       * Mails somebody a link to set a new password. The administrator does not get it: it would let them into the account.
       * `isSent`: a mail server took it. Throws password-login-closed, person-not-found.
       */
      async sendPasswordLink(_by: Entered, id: string): Promise<{ isSent: boolean }> {
        if (passwordLogIn === 'closed') throw new KeepsakeError('password-login-closed');
        const { email } = await readPerson(db, { id });
        const link = await makeResetLink(db, { account: id, publicUrl, at: now() });
        return { isSent: await isTaken({ to: email, ...resetMail(link) }) };
      },
    },

    invitations: {
      list: async (): Promise<Invitation[]> => (await invitations.list()).map(asInvitation),

      /**
       * The link is mailed where that is wanted; a mail server that fails says so in the log. `isSent`: a mail server took it. Throws
       * too-many-invitations, address-taken, address-reserved.
       */
      async create(
        { account, client }: Entered,
        { email, quotaBytes, sendsMail }: Invited,
      ): Promise<Invitation & { url: string; isSent: boolean }> {
        const { token, ...row } = await invitations.invite({ email, quota_bytes: quotaBytes, made_by: account });
        const url = new URL(`/join#${token}`, publicUrl).href;
        await events.happened({ account, kind: 'person-invited', client, subject: email });
        if (!sendsMail || email === null) return { ...asInvitation(row), url, isSent: false };
        const { name } = await readPerson(db, { id: account });
        const isSent = await isTaken({ to: email, ...invitationMail(name, url) });
        return { ...asInvitation(row), url, isSent };
      },

      /** Throws invitation-ended. */
      async revoke({ account, client }: Entered, id: string): Promise<void> {
        const { email } = await invitations.revoke(id);
        await events.happened({ account, kind: 'invitation-revoked', client, subject: email });
      },
    },

    settings: {
      all: settings.all,

      /** Throws setting-fixed. */
      async change(
        { account, client }: Entered,
        changes: Parameters<StoredSettings['change']>[0],
      ): Promise<ServerSettings> {
        await settings.change(changes);
        onSettings();
        await events.happened({ account, kind: 'server-settings-changed', client });
        return await settings.all();
      },
    },
  };

  /** Whether a mail server took it in time: nobody waits for one that is silent. */
  async function isTaken(mail: Parameters<SendMail>[0]): Promise<boolean> {
    return (await sendInTime(sendMail, mail, mailWaitMs)) === undefined && mailKind === 'smtp';
  }
}

function asInvitation({
  id,
  email,
  quota_bytes,
  created_at,
  expires_at,
}: Omit<InvitationRow, 'token_hash'>): Invitation {
  return { id, email, quotaBytes: quota_bytes, createdAt: created_at, expiresAt: expires_at };
}
