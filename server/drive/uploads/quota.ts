import type { Write } from '../changes/transactions.ts';

/** Bytes left in the quota of an account when the transaction began; `Infinity` without a quota. */
export function quotaLeft({ account: { used_bytes, reserved_bytes, quota_bytes } }: Write): number {
  return quota_bytes === null ? Number.POSITIVE_INFINITY : quota_bytes - used_bytes - reserved_bytes;
}
