import type { Kysely } from 'kysely';
import { takeBackSeconds } from '#contract/limits.ts';
import type { Tables } from '#server/database/tables.ts';

/** How long a change of an address can be taken back, in milliseconds. */
export const takeBackMs = takeBackSeconds * 1000;

/** Whether an address was that of an account, other than `but`, until a change that could still be taken back at a moment. */
export async function isReserved(
  db: Kysely<Tables>,
  email: string,
  { but = '', at }: { but?: string; at: number },
): Promise<boolean> {
  const row = await db
    .selectFrom('address_changes')
    .select('id')
    .where('old_email', '=', email)
    .where('account', '<>', but)
    .where('confirmed_at', '>', at - takeBackMs)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
