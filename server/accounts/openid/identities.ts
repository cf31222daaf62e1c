import { sql, type Transaction } from 'kysely';
import { maxIdentities } from '#contract/limits.ts';
import type { Identity } from '#contract/records/access.ts';
import { newId } from '#server/database/new-id.ts';
import type { Database } from '#server/database/open.ts';
import type { Tables } from '#server/database/tables.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import { requirePerson } from '../app-passwords.ts';
import type { Client } from '../client-details.ts';
import { requireConfirmed } from '../confirmation/require-confirmed.ts';
import type { AccountEvents } from '../events/account-events.ts';
import { holdAccess } from '../hold-access.ts';
import type { Principal } from '../principal.ts';
import type { Vouched } from './provider.ts';

type Deps = {
  db: Database;
  events: AccountEvents;
  passwordLogIn: 'open' | 'closed';
  now: () => number;
};

export type Identities = ReturnType<typeof createIdentities>;

/** The log-ins of a provider that open an account: each opens one, by issuer and subject, whatever address it has. */
export function createIdentities({ db, events, passwordLogIn, now }: Deps) {
  return {
    /** Those of the account, and whether a password opens it too. Throws session-needed. */
    async list(principal: Principal): Promise<{ identities: Identity[]; hasPassword: boolean }> {
      requirePerson(principal);
      const rows = await db
        .selectFrom('identities')
        .selectAll()
        .where('account', '=', principal.account)
        .orderBy('id')
        .execute();
      const identities = rows.map(({ id, issuer, address, created_at: createdAt, last_used_at: lastUsedAt }) => ({
        id,
        issuer,
        address,
        createdAt,
        lastUsedAt,
      }));
      return { identities, hasPassword: await hasPassword(db, principal.account) };
    },

    /** The account that somebody opens. Undefined for someone who opens none. */
    async accountOf({ issuer, subject }: Vouched, trx: Database = db): Promise<string | undefined> {
      const found = trx.selectFrom('identities').select('account').where('issuer', '=', issuer);
      return (await found.where('subject', '=', subject).executeTakeFirst())?.account;
    },

    /** Whether an issuer has vouched for somebody who opens the account. */
    async hasOf(trx: Transaction<Tables>, account: string, issuer: string): Promise<boolean> {
      const found = trx.selectFrom('identities').select('id').where('account', '=', account);
      return (await found.where('issuer', '=', issuer).executeTakeFirst()) !== undefined;
    },

    /** Notes that somebody was let in. */
    async used({ issuer, subject }: Vouched): Promise<void> {
      const used = db.updateTable('identities').set({ last_used_at: now() }).where('issuer', '=', issuer);
      await used.where('subject', '=', subject).execute();
    },

    /**
     * Lets somebody open an account, within a transaction that keeps others from doing the same for it. Throws identity-taken when they
     * open another one, too-many-identities.
     */
    async add(trx: Transaction<Tables>, account: string, { issuer, subject, address }: Vouched): Promise<void> {
      const { length } = await trx.selectFrom('identities').select('id').where('account', '=', account).execute();
      if (length >= maxIdentities) throw new KeepsakeError('too-many-identities', { data: { max: maxIdentities } });
      const row = { id: newId(), account, issuer, subject, address, created_at: now(), last_used_at: null };
      const added = await trx
        .insertInto('identities')
        .values(row)
        .onConflict((oc) => oc.columns(['issuer', 'subject']).doNothing())
        .returning('id')
        .executeTakeFirst();
      if (added === undefined) throw new KeepsakeError('identity-taken');
    },

    /**
     * Disconnects one, which ends no session. Throws identity-not-found, session-needed, confirmation-needed, and only-way-in for the
     * last one of an account that no password opens.
     */
    async remove(principal: Principal, id: string, client: Client): Promise<void> {
      requireConfirmed(principal, now());
      const { account } = principal;
      const removed = await db.transaction().execute(async (trx) => {
        await holdAccess(trx, principal);
        const ofAccount = await trx.selectFrom('identities').selectAll().where('account', '=', account).execute();
        const wanted = ofAccount.find((identity) => identity.id === id);
        if (wanted === undefined) throw new KeepsakeError('identity-not-found');
        const opens = passwordLogIn === 'open' && (await hasPassword(trx, account));
        if (ofAccount.length === 1 && !opens) throw new KeepsakeError('only-way-in');
        await trx.deleteFrom('identities').where('id', '=', id).execute();
        return wanted;
      });
      await events.happened({ account, kind: 'provider-disconnected', client, subject: nameOf(removed.issuer) });
    },

    /** Disconnects all of an account, within a transaction. */
    async removeAll(trx: Transaction<Tables>, account: string): Promise<void> {
      await trx.deleteFrom('identities').where('account', '=', account).execute();
    },
  };
}

/** How people know an issuer: by its host. */
export function nameOf(issuer: string): string {
  return URL.canParse(issuer) ? new URL(issuer).host : issuer;
}

async function hasPassword(db: Database, account: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from account where "userId" = ${account} and "providerId" = 'credential' and password is not null
  `.execute(db);
  return rows.length > 0;
}
