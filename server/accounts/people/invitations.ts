import { randomUUID } from 'node:crypto';
import { type DeleteQueryBuilder, type DeleteResult, type ExpressionBuilder, type Kysely, sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
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
      const { kind, email: only } = await read(token);
      if (only !== null && only !== email) throw new KeepsakeError('invitation-for-another');
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

    /** Makes whoever has an account already, and a link, an administrator. Throws invitation-ended. */
    async setUp(token: string, account: string): Promise<void> {
      const used = await use(
        (rows) =>
          rows
            .where('token_hash', '=', hashOfToken(token))
            .where('kind', '=', 'setup')
            .where(isFree)
            .where('expires_at', '>', now()),
        account,
      );
      if (used === undefined) throwEnded();
    },

    prune,
  };

  /** What a link lets somebody do. Throws invitation-ended. */
  async function read(token: string): Promise<OpenedInvitation> {
    const row = await open(db).where('token_hash', '=', hashOfToken(token)).selectAll().executeTakeFirst();
    if (row === undefined || (row.kind === 'setup' && (await hasAdministrator(db)))) throwEnded();
    const from = row.made_by === null ? null : await nameOf(db, row.made_by);
    return { kind: row.kind, email: row.email, from, quotaBytes: row.quota_bytes, expiresAt: row.expires_at };
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

  async function use(which: Which, account: string): Promise<Arrival | undefined> {
    return await db.transaction().execute(async (trx) => {
      await lockRoles(trx);
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
    });
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
