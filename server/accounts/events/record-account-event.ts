import type { Kysely } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { AccountEventKind } from '#contract/records/account-events.ts';
import type { Tables } from '#server/database/tables.ts';

/** Events of one account that are stored; failed log-ins are counted apart, so that they displace nothing else. */
const maxStored = { failed: 200, others: 800 };
const maxUserAgent = 256;

type NewEvent = {
  account: string;
  kind: AccountEventKind;
  at: number;
  address?: string | null;
  userAgent?: string | null;
  subject?: string | null;
};

/** Adds an event to those of an account, which are never changed; the oldest beyond what is stored are removed. */
export async function recordAccountEvent(db: Kysely<Tables>, event: NewEvent): Promise<void> {
  const { account, kind, at, address = null, userAgent = null, subject = null } = event;
  await db
    .insertInto('account_events')
    .values({ id: uuidv7(), account, at, kind, address, user_agent: storedUserAgent(userAgent), subject })
    .execute();
  const isFailed = kind === 'log-in-failed';
  const alike = isFailed ? '=' : '!=';
  await db
    .deleteFrom('account_events')
    .where('account', '=', account)
    .where('kind', alike, 'log-in-failed')
    .where('id', '<', (eb) =>
      eb
        .selectFrom('account_events')
        .select('id')
        .where('account', '=', account)
        .where('kind', alike, 'log-in-failed')
        .orderBy('id', 'desc')
        .limit(1)
        .offset((isFailed ? maxStored.failed : maxStored.others) - 1),
    )
    .execute();
}

/** As much of a User-Agent header as is stored. */
export function storedUserAgent(userAgent: string | null): string | null {
  return userAgent?.slice(0, maxUserAgent) ?? null;
}
