import type { Transaction } from 'kysely';
import type { Tables } from '#server/database/tables.ts';
import type { Scope } from '../access/scope.ts';

/** Bytes left in the quota of an account; `Infinity` without a quota. */
export async function quotaLeft(trx: Transaction<Tables>, scope: Scope): Promise<number> {
  const { used_bytes, reserved_bytes, quota_bytes } = await trx
    .selectFrom('accounts')
    .select(['used_bytes', 'reserved_bytes', 'quota_bytes'])
    .where('user_id', '=', scope.account)
    .executeTakeFirstOrThrow();
  return quota_bytes === null ? Number.POSITIVE_INFINITY : quota_bytes - used_bytes - reserved_bytes;
}
