import { sql, type Transaction } from 'kysely';
import { maxSessions } from '#contract/limits.ts';
import type { Tables } from '#server/database/tables.ts';

/**
 * Ends the sessions of a person beyond `maxSessions`, those that were seen longest ago; a new one stays. Returns whether one
 * ended.
 */
export async function endSurplusSessions(trx: Transaction<Tables>, user: string, newest: string): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    select id from session where "userId" = ${user} and id <> ${newest}
    order by coalesce("lastSeenAt", 0) desc, "createdAt" desc
  `.execute(trx);
  const surplus = rows.slice(maxSessions - 1).map(({ id }) => id);
  if (surplus.length === 0) return false;
  await sql`delete from session where id in (${sql.join(surplus)})`.execute(trx);
  return true;
}
