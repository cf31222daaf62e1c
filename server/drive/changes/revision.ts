import type { Kysely } from 'kysely';
import type { Tables } from '#server/database/tables.ts';
import type { Scope } from '../access/scope.ts';

/** Number of the account's newest change; 0 before the first one. */
export async function revisionOf(db: Kysely<Tables>, { account }: Scope): Promise<number> {
  const row = await db.selectFrom('accounts').select('revision').where('user_id', '=', account).executeTakeFirst();
  // An account has no row before its first change.
  return row?.revision ?? 0;
}
