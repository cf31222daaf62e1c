import type { Transaction } from 'kysely';
import type { Person } from '#contract/records/people.ts';
import type { Database } from '#server/database/open.ts';
import type { Tables } from '#server/database/tables.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import type { AccountEvents, NewEvent } from '../events/account-events.ts';
import { changeState, endSessions, type WantedState } from './change-state.ts';
import { type Actor, type Deed, leaveDeed } from './deeds.ts';
import { planHandOver, takeBackHandOver } from './hand-over-plans.ts';
import { setQuota } from './invitations.ts';
import { readPerson } from './people-list.ts';
import { isAdministrator, lockRoles, requireAnAdministrator, setPerson } from './roles.ts';
import { closingMs, dayOf, waitingStates } from './waiting.ts';

export type PersonChange = {
  role?: Person['role'] | undefined;
  state?: WantedState | undefined;
  quotaBytes?: number | null | undefined;
  quotaEntries?: number | null | undefined;
  handOverTo?: string | null | undefined;
};

type Deps = {
  db: Database;
  events: Pick<AccountEvents, 'record' | 'tell'>;
  /** Turns off two-step login of an account, within a transaction. Returns whether it was on. */
  removeTwoStep: (trx: Transaction<Tables>, account: string) => Promise<boolean>;
  /** Called after all sessions of an account ended. */
  onAccessEnd: (account: string) => void;
  now: () => number;
};

/** A change of an account within its transaction. */
type Changing = {
  trx: Transaction<Tables>;
  actor: Actor;
  person: Person;
  /** Leaves what was done; the person is told of it when the transaction is through. */
  did: (deed: Deed, more?: Parameters<typeof leaveDeed>[3]) => Promise<void>;
};

/**
 * What who runs the server does to accounts. Each is one transaction, in which the actor is still an administrator, and leaves an
 * event in the account and in the one of the actor.
 */
export function createChangePeople({ db, events, removeTwoStep, onAccessEnd, now }: Deps) {
  return {
    /**
     * Changes what is given. Nobody changes their own role or state. An account that is disabled loses its sessions; its app
     * passwords and links are refused until it is enabled. Of one that is closed they end. Throws person-not-found, not-allowed,
     * last-administrator, account-closing, account-not-closed, recipient-refused.
     */
    async change(actor: Actor, id: string, change: PersonChange): Promise<Person> {
      const { role, state, quotaBytes, quotaEntries, handOverTo } = change;
      if (actor.account === id && (role !== undefined || state !== undefined)) throw new KeepsakeError('not-allowed');
      const [before, after] = await asAdministrator(actor, id, async ({ trx, person, did }) => {
        if (role !== undefined && role !== person.role) {
          const wasAdministrator = await isAdministrator(trx, id);
          await setPerson(trx, id, { role }, now());
          if (wasAdministrator) await requireAnAdministrator(trx);
          await did(role === 'administrator' ? 'administrator' : 'member');
        }
        if (state !== undefined && state !== person.state) {
          const day = state === 'closed' ? dayOf(now() + closingMs) : undefined;
          await did(await changeState(trx, person, { state, at: now() }), { day });
        }
        if (quotaBytes !== undefined || quotaEntries !== undefined) {
          await setQuota(trx, id, {
            ...(quotaBytes !== undefined && { quota_bytes: quotaBytes }),
            ...(quotaEntries !== undefined && { quota_entries: quotaEntries }),
          });
          await did('quota');
        }
        if (handOverTo !== undefined)
          await handOver({ trx, actor, did, person: await readPerson(trx, { id }) }, handOverTo);
        return [person, await readPerson(trx, { id })];
      });
      if (before.state !== after.state) onAccessEnd(id);
      return after;
    },

    /** Ends all sessions of an account; its app passwords stay. Throws person-not-found. */
    async endSessions(actor: Actor, id: string): Promise<void> {
      await asAdministrator(actor, id, async ({ trx, did }) => {
        await endSessions(trx, id);
        await did('sessions');
      });
      onAccessEnd(id);
    },

    /** Turns off two-step login of somebody who lost what it asks for. Throws person-not-found, two-step-is-off. */
    async resetTwoStep(actor: Actor, id: string): Promise<void> {
      await asAdministrator(actor, id, async ({ trx, did }) => {
        if (!(await removeTwoStep(trx, id))) throw new KeepsakeError('two-step-is-off');
        await did('twoStep');
      });
    },
  };

  async function asAdministrator<Result>(
    actor: Actor,
    id: string,
    work: (changing: Changing) => Promise<Result>,
  ): Promise<Result> {
    const told: NewEvent[] = [];
    const result = await db.transaction().execute(async (trx) => {
      await lockRoles(trx);
      // Another one may have taken the role a moment ago.
      if (actor.account !== null && !(await isAdministrator(trx, actor.account)))
        throw new KeepsakeError('not-allowed');
      const person = await readPerson(trx, { id });
      const leaving = { actor, person, record: events.record };
      const did: Changing['did'] = async (deed, more) => void told.push(await leaveDeed(trx, leaving, deed, more));
      return await work({ trx, actor, person, did });
    });
    for (const event of told) void events.tell(event);
    return result;
  }

  /** Names who gets the files of an account that waits, or nobody; never the actor, who would read them then. */
  async function handOver({ trx, actor, person, did }: Changing, to: string | null): Promise<void> {
    const { id, handOver: planned, state, stateAt } = person;
    if (!waitingStates.some((one) => one === state)) throw new KeepsakeError('account-not-closed');
    const day = stateAt === 0 ? undefined : dayOf(stateAt + closingMs);
    if (to === null) {
      if (await takeBackHandOver(trx, id))
        await did('noHandOver', { day, recipient: planned?.to?.email ?? 'somebody whose account is gone' });
      return;
    }
    const recipient = await readPerson(trx, { id: to });
    if (to === id || to === actor.account || recipient.state !== 'active') throw new KeepsakeError('recipient-refused');
    if (await planHandOver(trx, { account: id, recipient: to, at: now() }))
      await did('handOver', { day, recipient: recipient.email });
  }
}
