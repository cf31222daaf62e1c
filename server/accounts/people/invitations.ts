import { type ExpressionBuilder, type Kysely, sql, type Transaction } from 'kysely';
import { z } from 'zod';
import { invitationSeconds, maxInvitations, setupSeconds } from '#contract/limits.ts';
import type { OpenedInvitation } from '#contract/records/people.ts';
import { newId } from '#server/database/new-id.ts';
import type { Database } from '#server/database/open.ts';
import type { InvitationRow } from '#server/database/tables/access-rows.ts';
import type { Tables } from '#server/database/tables.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import { isReserved } from '../address/reserved-address.ts';
import { nameOf } from '../profile/person-name.ts';
import { hashOfToken, newToken } from '../tokens.ts';
import { administrators, hasAdministrator, lockRoles, setPerson } from './roles.ts';

/** The token of an invitation as it is sent: ours have 43 characters, and longer ones are looked up for nothing. */
export const invitationToken = z.string().max(100);

/** Somebody who comes in by a link. */
type Newcomer = { account: string; email: string };

export type Invitations = ReturnType<typeof createInvitations>;

type Deps = { db: Database; now: () => number };

/**
 * Links that let one person in, once: `setup` for whoever will run the server, valid as long as nobody does, and `person` by an
 * administrator, valid as long as they are one. Of a link only a hash is stored.
 */
export function createInvitations({ db, now }: Deps) {
  return {
    /** The token of a new link for whoever will run the server; undefined when somebody does. Other links of the kind stay. */
    async newSetup(): Promise<string | undefined> {
      await prune();
      if (await hasAdministrator(db)) return undefined;
      return (await add({ kind: 'setup', email: null, quota_bytes: null, made_by: null }, setupSeconds)).token;
    },

    /** Adds an invitation of a person, whose token is returned only once. Throws address-taken, address-reserved, too-many-invitations. */
    async invite(
      invited: Pick<InvitationRow, 'email' | 'quota_bytes' | 'made_by'>,
    ): Promise<InvitationRow & { token: string }> {
      if (invited.email !== null && (await hasAccount(db, invited.email))) throw new KeepsakeError('address-taken');
      if (invited.email !== null && (await isReserved(db, invited.email, { at: now() })))
        throw new KeepsakeError('address-reserved');
      await prune();
      const { length } = await open(db).select('id').limit(maxInvitations).execute();
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
    readFor,

    /**
     * Uses an invitation up for somebody whose account is made in the transaction, and gives what it promised: of any number at once
     * one gets it. Returns its kind. Throws invitation-ended, invitation-for-another.
     */
    async accept(
      trx: Transaction<Tables>,
      token: string,
      { account, email }: Newcomer,
    ): Promise<InvitationRow['kind']> {
      const { kind } = await readFor(email, token, trx);
      await use(trx, { token, kind, account });
      return kind;
    },

    /** Makes whoever has an account already, and a link, an administrator. Throws invitation-ended. */
    async setUp(token: string, account: string): Promise<void> {
      await db.transaction().execute((trx) => use(trx, { token, kind: 'setup', account }));
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
      id: newId(),
      token_hash: hashOfToken(token),
      created_at: now(),
      expires_at: now() + seconds * 1000,
    };
    await db.insertInto('invitations').values(added).execute();
    return { ...added, token };
  }

  /** Deletes those that have expired. */
  async function prune(): Promise<void> {
    await db.deleteFrom('invitations').where('expires_at', '<=', now()).execute();
  }

  function open(from: Kysely<Tables>) {
    return from.selectFrom('invitations').where(isOpen);
  }

  /** Its time is not over, and who made it may still invite. */
  function isOpen(eb: ExpressionBuilder<Tables, 'invitations'>) {
    const mayInvite = eb.or([eb('made_by', 'is', null), eb('made_by', 'in', administrators(db))]);
    return eb.and([eb('expires_at', '>', now()), mayInvite]);
  }

  async function use(
    trx: Transaction<Tables>,
    { token, kind, account }: { token: string; kind: InvitationRow['kind']; account: string },
  ): Promise<void> {
    if (kind === 'setup') await lockRoles(trx);
    const used = await trx
      .deleteFrom('invitations')
      .where('token_hash', '=', hashOfToken(token))
      .where('kind', '=', kind)
      .where(isOpen)
      .returning('quota_bytes')
      .executeTakeFirst();
    if (used === undefined) throwEnded();
    if (kind === 'setup') {
      // Another link was quicker.
      if (await hasAdministrator(trx)) throwEnded();
      await setPerson(trx, account, { role: 'administrator' }, now());
      await trx.deleteFrom('invitations').where('kind', '=', 'setup').execute();
    }
    if (used.quota_bytes !== null) await setQuota(trx, account, { quota_bytes: used.quota_bytes });
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

function throwEnded(): never {
  throw new KeepsakeError('invitation-ended');
}
