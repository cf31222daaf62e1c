import type { Transaction } from 'kysely';
import type { AccountEventKind } from '#contract/records/account-events.ts';
import type { Person } from '#contract/records/people.ts';
import type { Tables } from '#server/database/tables.ts';
import type { Client } from '../client-details.ts';
import type { NewEvent } from '../events/account-events.ts';
import { readPerson } from './people-list.ts';

/** Who does it: an administrator, or the operator on the command line (`account` null). */
export type Actor = { account: string | null; client: Client };

type Record = (event: NewEvent, trx: Transaction<Tables>) => Promise<void>;

/** What happened to the account, and what the administrator did. */
type Pair = readonly [AccountEventKind, AccountEventKind];

const deeds = {
  administrator: ['made-administrator', 'person-made-administrator'],
  member: ['made-member', 'person-made-member'],
  disabled: ['account-disabled', 'person-disabled'],
  enabled: ['account-enabled', 'person-enabled'],
  closed: ['account-closed-by-administrator', 'person-closed'],
  reopened: ['account-reopened', 'person-reopened'],
  handOver: ['hand-over-planned', 'person-hand-over-planned'],
  noHandOver: ['hand-over-taken-back', 'person-hand-over-taken-back'],
  quota: ['quota-changed', 'person-quota-changed'],
  twoStep: ['two-step-off', 'person-two-step-off'],
  sessions: ['sessions-ended', 'person-sessions-ended'],
} as const satisfies { [name: string]: Pair };

export type Deed = keyof typeof deeds;

/** What a mail about a deed says beside who did it: when the account is deleted, and who gets its files. */
type More = { day?: string | undefined; recipient?: string };

/**
 * Leaves within a transaction what was done in the account of the person and in that of the administrator. Returns the event that
 * the person is told of when the transaction is through.
 */
export async function leaveDeed(
  trx: Transaction<Tables>,
  { actor: { account, client }, person, record }: { actor: Actor; person: Person; record: Record },
  deed: Deed,
  { day, recipient }: More = {},
): Promise<NewEvent> {
  const [done, did] = deeds[deed];
  const by = account === null ? undefined : (await readPerson(trx, { id: account })).email;
  const ofNobody = { address: null, userAgent: null };
  const subject = recipient ?? by ?? 'the command line';
  const event: NewEvent = { account: person.id, kind: done, client: ofNobody, subject, by, day };
  await record(event, trx);
  const about = recipient === undefined ? person.email : `${person.email} to ${recipient}`;
  if (account !== null) await record({ account, kind: did, client, subject: about }, trx);
  return event;
}
