import { randomUUID } from 'node:crypto';
import {
  type DeleteQueryBuilder,
  type DeleteResult,
  type ExpressionBuilder,
  type Kysely,
  sql,
  type Transaction,
} from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { invitationSeconds, maxInvitations, setupSeconds } from '#contract/limits.ts';
import type { OpenedInvitation } from '#contract/records/people.ts';
import type { Database } from '#server/database/open.ts';
import type { InvitationRow } from '#server/database/tables/access-rows.ts';
import type { Tables } from '#server/database/tables.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import { nameOf } from '../profile/person-name.ts';
import { hashOfToken, newToken } from '../tokens.ts';
import { hasAdministrator, lockRoles, setPerson } from './roles.ts';

/** A sign-up that has claimed an invitation and did not end within this time was interrupted, in milliseconds. */
const claimMs = 2 * 60 * 1000;

/** The token of an invitation as it is sent: ours have 43 characters, and longer ones are looked up for nothing. */
export const invitationToken = z.string().max(100);

/** By which a sign-up holds an invitation until it is settled. */
export type Claim = { id: string };

/** What somebody became by a link. */
export type Arrival = Pick<InvitationRow, 'kind'>;

export type Invitations = ReturnType<typeof createInvitations>;

type Deps = { db: Database; now: () => number };

/**
 * Links that let one person in, once: `setup` for whoever will run the server, valid as long as nobody does, and `person` by an
 * administrator. Of a link only a hash is stored.
 */
export function createInvitations({ db, now }: Deps) {
  return {
    /** The token of a new link for whoever will run the server; undefined when somebody does. Other links of the kind stay. */
    async newSetup(): Promise<string | undefined> {
      await prune();
      if (await hasAdministrator(db)) return undefined;
      return (await add({ kind: 'setup', email: null, quota_bytes: null, made_by: null }, setupSeconds)).token;
    },

    /** Adds an invitation of a person, whose token is returned only once. Throws address-taken, too-many-invitations. */
    async invite(
      invited: Pick<InvitationRow, 'email' | 'quota_bytes' | 'made_by'>,
    ): Promise<InvitationRow & { token: string }> {
      if (invited.email !== null && (await hasAccount(db, invited.email))) throw new KeepsakeError('address-taken');
      await prune();
      const { length } = await db.selectFrom('invitations').select('id').limit(maxInvitations).execute();
      if (length >= maxInvitations) throw new KeepsakeError('too-many-invitations', { data: { max: maxInvitations } });
      return await add({ ...invited, kind: 'person' }, invitationSeconds);
    },

    /** Those that still let somebody in, the newest first. */
    async list(): Promise<InvitationRow[]> {
      return await open(db)
        .where('kind', '=', 'person')
        .selectAll()
        .orderBy('id', 'desc')
        .limit(maxInvitations)
        .execute();
    },

    /** Takes an invitation back and returns it. Throws invitation-ended. */
    async revoke(id: string): Promise<InvitationRow> {
      const revoked = await db
        .deleteFrom('invitations')
        .where('id', '=', id)
        .where('kind', '=', 'person')
        .returningAll()
        .executeTakeFirst();
      return revoked ?? throwEnded();
    },

    read,

    /**
     * Holds an invitation for one sign-up, by one conditional update: of any number at once one gets it. Throws
     * invitation-ended, invitation-for-another.
     */
    async claim(token: string, email: string): Promise<Claim> {
      const { kind } = await readFor(email, token);
      const id = randomUUID();
      const held = await db
        .updateTable('invitations')
        .set({ claim: id, claimed_at: now() })
        .where('token_hash', '=', hashOfToken(token))
        .where('kind', '=', kind)
        .where('expires_at', '>', now())
        .where(isFree)
        .returning('id')
        .executeTakeFirst();
      return held === undefined ? throwEnded() : { id };
    },

    /** The sign-up failed: the invitation lets somebody in again. */
    async giveBack({ id }: Claim): Promise<void> {
      await db.updateTable('invitations').set({ claim: null, claimed_at: null }).where('claim', '=', id).execute();
    },

    /** The sign-up made this account: uses the invitation up and gives what it promised. Undefined when it was taken back meanwhile. */
    async settle({ id }: Claim, account: string): Promise<Arrival | undefined> {
      return await use((rows) => rows.where('claim', '=', id), account);
    },

    /**
     * Lets somebody with an address in, whose account is made in the transaction, and gives what was promised: of any number at
     * once one gets it. A link of the kind `setup` stays: they use it up by `setUp`. Throws invitation-ended,
     * invitation-for-another.
     */
    async accept(
      trx: Transaction<Tables>,
      token: string,
      { account, email }: { account: string; email: string },
    ): Promise<void> {
      const { kind } = await readFor(email, token, trx);
      if (kind === 'setup') return;
      const used = await useWithin(trx, (rows) => withToken(rows, token, kind), account);
      if (used === undefined) throwEnded();
    },

    /** Makes whoever has an account already, and a link, an administrator. Throws invitation-ended. */
    async setUp(token: string, account: string): Promise<void> {
      const used = await use((rows) => withToken(rows, token, 'setup'), account);
      if (used === undefined) throwEnded();
    },

    prune,
  };

  /** What a link lets somebody do. Throws invitation-ended. */
  async function read(token: string, source: Kysely<Tables> = db): Promise<OpenedInvitation> {
    const row = await open(source).where('token_hash', '=', hashOfToken(token)).selectAll().executeTakeFirst();
    if (row === undefined || (row.kind === 'setup' && (await hasAdministrator(source)))) throwEnded();
    const from = row.made_by === null ? null : await nameOf(source, row.made_by);
    return { kind: row.kind, email: row.email, from, quotaBytes: row.quota_bytes, expiresAt: row.expires_at };
  }

  /** The same, if it lets in who has an address. Throws invitation-for-another, too. */
  async function readFor(email: string, token: string, source: Kysely<Tables> = db): Promise<OpenedInvitation> {
    const opened = await read(token, source);
    if (opened.email !== null && opened.email !== email) throw new KeepsakeError('invitation-for-another');
    return opened;
  }

  async function add(
    row: Pick<InvitationRow, 'kind' | 'email' | 'quota_bytes' | 'made_by'>,
    seconds: number,
  ): Promise<InvitationRow & { token: string }> {
    const token = newToken();
    const added = {
      ...row,
      id: uuidv7(),
      token_hash: hashOfToken(token),
      created_at: now(),
      expires_at: now() + seconds * 1000,
      claim: null,
      claimed_at: null,
    };
    await db.insertInto('invitations').values(added).execute();
    return { ...added, token };
  }

  /** Deletes those that have expired. */
  async function prune(): Promise<void> {
    await db.deleteFrom('invitations').where('expires_at', '<=', now()).execute();
  }

  /** No sign-up holds it, or one that was interrupted. */
  function isFree(eb: ExpressionBuilder<Tables, 'invitations'>) {
    return eb.or([eb('claimed_at', 'is', null), eb('claimed_at', '<', now() - claimMs)]);
  }

  function open(from: Kysely<Tables>) {
    return from.selectFrom('invitations').where('expires_at', '>', now());
  }

  /** The one with a token, unless a sign-up holds it. */
  function withToken(rows: Deleting, token: string, kind: InvitationRow['kind']): Deleting {
    const found = rows.where('token_hash', '=', hashOfToken(token)).where('kind', '=', kind);
    return found.where(isFree).where('expires_at', '>', now());
  }

  async function use(which: Which, account: string): Promise<Arrival | undefined> {
    return await db.transaction().execute(async (trx) => {
      await lockRoles(trx);
      return await useWithin(trx, which, account);
    });
  }

  /** To be called after `lockRoles`, unless it is one of the kind `person`. */
  async function useWithin(trx: Transaction<Tables>, which: Which, account: string): Promise<Arrival | undefined> {
    const used = await which(trx.deleteFrom('invitations').where('expires_at', '>', now() - claimMs))
      .returning(['kind', 'quota_bytes'])
      .executeTakeFirst();
    if (used === undefined) return undefined;
    if (used.kind === 'setup') {
      // Another link was quicker.
      if (await hasAdministrator(trx)) return undefined;
      await setPerson(trx, account, { role: 'administrator' }, now());
      await trx.deleteFrom('invitations').where('kind', '=', 'setup').execute();
    }
    if (used.quota_bytes !== null) await setQuota(trx, account, { quota_bytes: used.quota_bytes });
    return used;
  }
}

/** Sets what an account may store, which may have stored nothing yet. */
export async function setQuota(
  trx: Kysely<Tables>,
  account: string,
  quota: { quota_bytes?: number | null; quota_entries?: number | null },
): Promise<void> {
  await trx
    .insertInto('accounts')
    .values({ user_id: account, revision: 0, used_bytes: 0, reserved_bytes: 0, used_entries: 0, ...quota })
    .onConflict((oc) => oc.column('user_id').doUpdateSet(quota))
    .execute();
}

async function hasAccount(db: Database, email: string): Promise<boolean> {
  const { rows } = await sql`select 1 from "user" where email = ${email}`.execute(db);
  return rows.length > 0;
}

type Deleting = DeleteQueryBuilder<Tables, 'invitations', DeleteResult>;
type Which = (rows: Deleting) => Deleting;

function throwEnded(): never {
  throw new KeepsakeError('invitation-ended');
}
