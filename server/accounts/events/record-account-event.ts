import { type Kysely, sql } from 'kysely';
import { maxEventsOfKind } from '#contract/limits.ts';
import type { AccountEventKind } from '#contract/records/account-events.ts';
import { isOnServer } from '#server/database/long-transaction.ts';
import { newId } from '#server/database/new-id.ts';
import type { Tables } from '#server/database/tables.ts';

const maxUserAgent = 256;
const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;

/** What programs and strangers repeat. All others tell of something new each time. */
const repeatedKinds = new Set<AccountEventKind>([
  'log-in',
  'log-in-failed',
  'log-out',
  'download-token-created',
  'download-token-revoked',
]);

type NewEvent = {
  account: string;
  kind: AccountEventKind;
  at: number;
  address?: string | null;
  userAgent?: string | null;
  subject?: string | null;
};

/**
 * Adds an event to those of an account, which nothing but their age removes. So that there are not too many of them, some
 * are counted instead: what the same device repeats within an hour in a row, and what exceeds `maxEventsOfKind` in a day.
 * Returns whether the event was added. None is to an account that is gone.
 */
export async function recordAccountEvent(db: Kysely<Tables>, event: NewEvent): Promise<boolean> {
  const { account, kind, at, address = null, subject = null } = event;
  const userAgent = storedUserAgent(event.userAgent ?? null);
  const counting = (await repeated()) ?? (await lastOfMany());
  if (counting === undefined) return await add();
  await db.updateTable('account_events').set({ times: sql<number>`times + 1` }).where('id', '=', counting).execute();
  return false;

  /** An account that is being deleted gets none, which would stay behind. */
  async function add(): Promise<boolean> {
    const lock = isOnServer(db) ? sql`for key share` : sql``;
    const { numAffectedRows } = await sql`
      insert into account_events (id, account, at, kind, address, user_agent, subject)
      select ${newId()}, id, ${sql`cast(${at} as bigint)`}, ${kind}, ${address}, ${userAgent}, ${subject}
        from "user" where id = ${account} ${lock}
    `.execute(db);
    return numAffectedRows === 1n;
  }

  /** The last event of the list, if this one repeats it. */
  async function repeated(): Promise<string | undefined> {
    if (!repeatedKinds.has(kind)) return undefined;
    const last = await db
      .selectFrom('account_events')
      .selectAll()
      .where('account', '=', account)
      .where('kind', kind === 'log-in-failed' ? '=' : '!=', 'log-in-failed')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    const isSame =
      last?.kind === kind && last.address === address && last.user_agent === userAgent && last.subject === subject;
    return isSame && isWithin(hourMs, last.at) ? last.id : undefined;
  }

  /** The last event of the kind, if there were so many of them that no other is added. */
  async function lastOfMany(): Promise<string | undefined> {
    const ofKind = await db
      .selectFrom('account_events')
      .select(['id', 'at'])
      .where('account', '=', account)
      .where('kind', '=', kind)
      .orderBy('id', 'desc')
      .limit(maxEventsOfKind)
      .execute();
    const isFull = ofKind.length === maxEventsOfKind && ofKind.every((other) => isWithin(dayMs, other.at));
    return isFull ? ofKind[0]?.id : undefined;
  }

  /** Events of a clock that was ahead do not count. */
  function isWithin(ms: number, before: number): boolean {
    return before > at - ms && before <= at;
  }
}

/** As much of a User-Agent header as is stored. */
export function storedUserAgent(userAgent: string | null): string | null {
  return userAgent?.slice(0, maxUserAgent) ?? null;
}
