import { sql, type Transaction } from 'kysely';
import type { AccountEventKind } from '#contract/records/account-events.ts';
import type { Person } from '#contract/records/people.ts';
import type { Database } from '#server/database/open.ts';
import type { Tables } from '#server/database/tables.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import type { Client } from '../client-details.ts';
import { setQuota } from './invitations.ts';
import { readPerson } from './people-list.ts';
import { isAdministrator, lockRoles, requireAnAdministrator, setPerson } from './roles.ts';

/** Who does it: an administrator, or the operator on the command line (`account` null). */
export type Actor = { account: string | null; client: Client };

export type PersonChange = {
  role?: Person['role'] | undefined;
  state?: 'active' | 'disabled' | undefined;
  quotaBytes?: number | null | undefined;
  quotaEntries?: number | null | undefined;
};

type RecordEvent = (
  event: { account: string; kind: AccountEventKind; client: Client; subject?: string | null },
  trx: Transaction<Tables>,
) => Promise<void>;

type Deps = {
  db: Database;
  record: RecordEvent;
  /** Turns off two-step login of an account, within a transaction. Returns whether it was on. */
  removeTwoStep: (trx: Transaction<Tables>, account: string) => Promise<boolean>;
  /** Called after two-step login of an account was turned off: it is said by mail. */
  onTwoStepOff: (account: string, by: string) => void;
  /** Called after all sessions of an account ended. */
  onAccessEnd: (account: string) => void;
  now: () => number;
};

/**
 * What who runs the server does to accounts. Each is one transaction, in which the actor is still an administrator, and leaves an
 * event in the account and in the one of the actor.
 */
export function createChangePeople({ db, record, removeTwoStep, onTwoStepOff, onAccessEnd, now }: Deps) {
  return {
    /**
     * Changes what is given. Nobody changes their own role or state. An account that is disabled loses its sessions; its app
     * passwords and links are refused until it is enabled. Throws person-not-found, not-allowed, last-administrator.
     */
    async change(actor: Actor, id: string, change: PersonChange): Promise<Person> {
      const { role, state, quotaBytes, quotaEntries } = change;
      if (actor.account === id && (role !== undefined || state !== undefined)) throw new KeepsakeError('not-allowed');
      const [before, after] = await asAdministrator(actor, async (trx) => {
        const person = await readPerson(trx, { id });
        if (person.state === 'closing' && state !== undefined) throw new KeepsakeError('not-allowed');
        const did = (name: Deed) => leave(trx, actor, person, deeds[name]);
        if (role !== undefined && role !== person.role) {
          await setPerson(trx, id, { role }, now());
          await did(role === 'administrator' ? 'administrator' : 'member');
        }
        if (state !== undefined && state !== person.state) {
          await setPerson(trx, id, { state }, now());
          if (state === 'disabled') await endSessions(trx, id);
          await did(state === 'disabled' ? 'disabled' : 'enabled');
        }
        if (quotaBytes !== undefined || quotaEntries !== undefined) {
          await setQuota(trx, id, {
            ...(quotaBytes !== undefined && { quota_bytes: quotaBytes }),
            ...(quotaEntries !== undefined && { quota_entries: quotaEntries }),
          });
          await did('quota');
        }
        if (role === 'member' || state === 'disabled') await requireAnAdministrator(trx);
        return [person, await readPerson(trx, { id })];
      });
      if (before.state !== after.state) onAccessEnd(id);
      return after;
    },

    /** Ends all sessions of an account; its app passwords stay. Throws person-not-found. */
    async endSessions(actor: Actor, id: string): Promise<void> {
      await asAdministrator(actor, async (trx) => {
        const person = await readPerson(trx, { id });
        await endSessions(trx, id);
        await leave(trx, actor, person, deeds.sessions);
      });
      onAccessEnd(id);
    },

    /** Turns off two-step login of somebody who lost what it asks for. Throws person-not-found, two-step-is-off. */
    async resetTwoStep(actor: Actor, id: string): Promise<void> {
      const by = await asAdministrator(actor, async (trx) => {
        const person = await readPerson(trx, { id });
        if (!(await removeTwoStep(trx, id))) throw new KeepsakeError('two-step-is-off');
        return await leave(trx, actor, person, deeds.twoStep);
      });
      onTwoStepOff(id, by);
    },
  };

  async function asAdministrator<Result>(
    { account }: Actor,
    work: (trx: Transaction<Tables>) => Promise<Result>,
  ): Promise<Result> {
    return await db.transaction().execute(async (trx) => {
      await lockRoles(trx);
      // Another one may have taken the role a moment ago.
      if (account !== null && !(await isAdministrator(trx, account))) throw new KeepsakeError('not-allowed');
      return await work(trx);
    });
  }

  async function leave(
    trx: Transaction<Tables>,
    { account, client }: Actor,
    person: Person,
    [done, did]: Pair,
  ): Promise<string> {
    const by = account === null ? 'the command line' : (await readPerson(trx, { id: account })).email;
    const ofNobody = { address: null, userAgent: null };
    await record({ account: person.id, kind: done, client: ofNobody, subject: by }, trx);
    if (account !== null) await record({ account, kind: did, client, subject: person.email }, trx);
    return by;
  }
}

async function endSessions(trx: Transaction<Tables>, account: string): Promise<void> {
  await sql`delete from session where "userId" = ${account}`.execute(trx);
}

/** What happened to the account, and what the administrator did. */
type Pair = readonly [AccountEventKind, AccountEventKind];

const deeds = {
  administrator: ['made-administrator', 'person-made-administrator'],
  member: ['made-member', 'person-made-member'],
  disabled: ['account-disabled', 'person-disabled'],
  enabled: ['account-enabled', 'person-enabled'],
  quota: ['quota-changed', 'person-quota-changed'],
  twoStep: ['two-step-off', 'person-two-step-off'],
  sessions: ['sessions-ended', 'person-sessions-ended'],
} as const satisfies Record<string, Pair>;

type Deed = keyof typeof deeds;
