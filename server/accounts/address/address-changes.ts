import { createHash } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import { addressLinkSeconds, maxAddressChanges } from '#contract/limits.ts';
import type { Ways } from '#contract/openid.ts';
import type { Profile } from '#contract/records/account.ts';
import { emailAddress } from '#contract/records/people.ts';
import { newId } from '#server/database/new-id.ts';
import type { Database } from '#server/database/open.ts';
import type { AddressChangeRow } from '#server/database/tables/access-rows.ts';
import type { Tables } from '#server/database/tables.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import { requirePerson } from '../app-passwords.ts';
import type { Client } from '../client-details.ts';
import { requireConfirmed } from '../confirmation/require-confirmed.ts';
import type { AccountEvents } from '../events/account-events.ts';
import type { SendMail } from '../events/account-mails.ts';
import type { Attempts } from '../guesses/attempts.ts';
import { holdAccess, holdAccount } from '../hold-access.ts';
import type { Principal } from '../principal.ts';
import { endConfirmLinks, endSessionsAndLinks } from '../sessions/end-sessions.ts';
import { hashOfToken, newToken } from '../tokens.ts';
import { confirmMail, takeBackMail, takenMail } from './address-mails.ts';
import { isReserved, takeBackMs } from './reserved-address.ts';

const linkMs = addressLinkSeconds * 1000;

type Deps = {
  db: Database;
  attempts: Attempts;
  events: AccountEvents;
  sendMail: SendMail;
  /** The public address of the server, for links in mails. */
  publicUrl: URL;
  /** The ways to log in. */
  ways: Ways;
  /** Ends what a reset ends besides sessions and links, in the transaction. */
  endAccess: (trx: Transaction<Tables>, account: string) => Promise<void>;
  /** Called after sessions and app passwords of the account ended. */
  onAccessEnd: (account: string) => void;
  /** Called with why a mail could not be sent. */
  onUnsent: (error: unknown) => void;
  now: () => number;
};

export type AddressChanges = ReturnType<typeof createAddressChanges>;

/**
 * Changes of the address by which people log in. An address becomes that of an account when somebody who reads its mail says
 * so, and for 7 days whoever reads the mail of the old one can take it back; so long nobody else gets the old one.
 */
export function createAddressChanges(deps: Deps) {
  const { db, attempts, events, sendMail, publicUrl, ways, endAccess, onAccessEnd, onUnsent, now } = deps;

  return {
    /**
     * Mails a link to the new address and one to the present address. Whether the new one has an account is told by mail
     * only. Throws confirmation-needed, email-invalid, address-unchanged, too-many-requests, unauthenticated if the session ended
     * meanwhile.
     */
    async request(principal: Principal, wanted: string, client: Client): Promise<void> {
      requireConfirmed(principal, now());
      const { account } = principal;
      const newEmail = normalized(wanted);
      const oldEmail = await emailOf(account, db);
      if (oldEmail === undefined) throw new KeepsakeError('unauthenticated');
      if (newEmail === oldEmail) throw new KeepsakeError('address-unchanged');
      const target = createHash('sha256').update(newEmail).digest('base64url');
      const waitMs = await attempts.take([
        { key: `address:${account}`, ...maxAddressChanges },
        { key: `address-to:${target}`, ...maxAddressChanges },
      ]);
      if (waitMs !== undefined) throw new KeepsakeError('too-many-requests');
      const isFree = !(await isTaken(newEmail, account, db));
      const [confirmToken, takeBackToken] = [newToken(), newToken()];
      await db.transaction().execute(async (trx) => {
        await holdAccess(trx, principal);
        await endConfirmLinks(trx, account);
        const row = {
          id: newId(),
          account,
          old_email: oldEmail,
          new_email: newEmail,
          // Without a mail that has the token nobody can confirm it.
          confirm_hash: hashOfToken(confirmToken),
          take_back_hash: hashOfToken(takeBackToken),
          created_at: await nextMoment(trx, account, now()),
          confirmed_at: null,
        };
        await trx.insertInto('address_changes').values(row).execute();
        await events.record({ account, kind: 'address-change-requested', client, subject: newEmail }, trx);
      });
      send(newEmail, isFree ? confirmMail(pageFor('address/confirm', confirmToken)) : takenMail(pageFor('login')));
      send(oldEmail, takeBackMail(newEmail, pageFor('address/take-back', takeBackToken), ways));
    },

    /** Ends the link to a new address that was not confirmed yet. Throws session-needed. */
    async cancel(principal: Principal): Promise<void> {
      requirePerson(principal);
      await endConfirmLinks(db, principal.account);
    },

    /** The new address that waits to be confirmed. */
    async waiting(account: string): Promise<Profile['addressChange']> {
      const row = await db
        .selectFrom('address_changes')
        .select(['new_email', 'created_at'])
        .where('account', '=', account)
        .where('confirm_hash', 'is not', null)
        .where('created_at', '>', now() - linkMs)
        .executeTakeFirst();
      return row === undefined ? null : { email: row.new_email, requestedAt: row.created_at };
    },

    /**
     * Makes an address that of the account, with the token that was mailed to it, and returns it. The links that reset the
     * password end: they are in the mail of the old address. Throws address-link-ended, address-taken.
     */
    async confirm(token: string, client: Client): Promise<string> {
      const { account, old_email, new_email } = await db.transaction().execute(async (trx) => {
        const change = await changeWith('confirm_hash', token, trx);
        if (change === undefined || change.created_at + linkMs <= now()) throw new KeepsakeError('address-link-ended');
        await holdAccount(trx, change.account);
        if (await isTaken(change.new_email, change.account, trx)) throw new KeepsakeError('address-taken');
        const used = await trx
          .updateTable('address_changes')
          .set({ confirm_hash: null, confirmed_at: now() })
          .where('id', '=', change.id)
          .where('confirm_hash', 'is not', null)
          .executeTakeFirst();
        if (used.numUpdatedRows !== 1n) throw new KeepsakeError('address-link-ended');
        await setEmail(change.account, change.new_email, trx);
        await sql`delete from verification where value = ${change.account}`.execute(trx);
        await events.record(changed(change, client), trx);
        return change;
      });
      void events.tell({ ...changed({ account, new_email }, client), mailTo: old_email });
      return new_email;
    },

    /**
     * Gives an account the address back that it had, with the token that was mailed there, and returns it: this change and
     * those after it end, with everything that gave access, and the password, which who wanted the change may know. Throws
     * address-link-ended.
     */
    async takeBack(token: string, client: Client): Promise<string> {
      const { account, old_email } = await db.transaction().execute(async (trx) => {
        const change = await changeWith('take_back_hash', token, trx);
        if (change === undefined || (change.confirmed_at ?? change.created_at) + takeBackMs <= now())
          throw new KeepsakeError('address-link-ended');
        // First: what makes another secret, or begins a session, holds it too.
        await sql`update account set password = null where "userId" = ${change.account}`.execute(trx);
        const undone = await trx
          .deleteFrom('address_changes')
          .where('account', '=', change.account)
          .where('created_at', '>=', change.created_at)
          .executeTakeFirst();
        if (undone.numDeletedRows === 0n) throw new KeepsakeError('address-link-ended');
        await setEmail(change.account, change.old_email, trx);
        await endSessionsAndLinks(trx, change.account);
        await endAccess(trx, change.account);
        await events.record({ account: change.account, kind: 'address-taken-back', client }, trx);
        return change;
      });
      onAccessEnd(account);
      void events.tell({ account, kind: 'address-taken-back', client });
      return old_email;
    },

    /** Whether an address was that of another account until a change that can still be taken back. */
    isReserved: (email: string, from: Kysely<Tables> = db): Promise<boolean> => isReserved(from, email, { at: now() }),

    /** Deletes the changes that could no longer be taken back at a moment. */
    async prune(at: number): Promise<void> {
      const last = at - takeBackMs;
      await db
        .deleteFrom('address_changes')
        .where('created_at', '<=', last)
        .where((eb) => eb.or([eb('confirmed_at', 'is', null), eb('confirmed_at', '<=', last)]))
        .execute();
    },
  };

  function pageFor(page: string, token?: string): string {
    // What follows the # is sent to no server and stands in no log.
    return `${publicUrl.origin}/${page}${token === undefined ? '' : `#${token}`}`;
  }

  /** Not waited for: how long a mail server takes must not tell whether an address has an account. */
  function send(to: string, mail: { subject: string; text: string }): void {
    sendMail({ to, ...mail }).catch(onUnsent);
  }

  async function isTaken(email: string, but: string, from: Kysely<Tables>): Promise<boolean> {
    const { rows } = await sql`select id from "user" where email = ${email} and id <> ${but}`.execute(from);
    return rows.length > 0 || (await isReserved(from, email, { but, at: now() }));
  }
}

/** As sign-up makes it of what was typed. Throws email-invalid. */
function normalized(typed: string): string {
  const { success, data } = emailAddress.safeParse(typed);
  if (!success) throw new KeepsakeError('email-invalid');
  return data;
}

async function emailOf(account: string, db: Kysely<Tables>): Promise<string | undefined> {
  const { rows } = await sql<{ email: string }>`select email from "user" where id = ${account}`.execute(db);
  return rows[0]?.email;
}

/**
 * The moment of a new change: after those of all others of the account, also when the clock of another node was ahead or
 * this one was set back, since taking a change back ends those after it. To be called while the account is held.
 */
async function nextMoment(trx: Transaction<Tables>, account: string, now: number): Promise<number> {
  const last = await trx
    .selectFrom('address_changes')
    .select('created_at')
    .where('account', '=', account)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return Math.max(now, (last?.created_at ?? 0) + 1);
}

async function setEmail(account: string, email: string, trx: Transaction<Tables>): Promise<void> {
  await sql`update "user" set email = ${email}, "emailVerified" = true where id = ${account}`.execute(trx);
}

async function changeWith(
  column: 'confirm_hash' | 'take_back_hash',
  token: string,
  trx: Transaction<Tables>,
): Promise<AddressChangeRow | undefined> {
  return await trx.selectFrom('address_changes').selectAll().where(column, '=', hashOfToken(token)).executeTakeFirst();
}

function changed({ account, new_email }: Pick<AddressChangeRow, 'account' | 'new_email'>, client: Client) {
  return { account, kind: 'address-changed', client, subject: new_email } as const;
}
