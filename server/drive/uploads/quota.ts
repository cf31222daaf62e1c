import { noQuotaBytes } from '#contract/texts/sizes.ts';
import type { Write } from '../changes/transactions.ts';

/** Bytes left in the quota of an account when the transaction began; `Infinity` without a quota. */
export async function quotaLeft({ held, defaultQuota }: Write): Promise<number> {
  const { used_bytes, reserved_bytes, quota_bytes } = await held();
  return (quotaOf(quota_bytes, defaultQuota) ?? Number.POSITIVE_INFINITY) - used_bytes - reserved_bytes;
}

/** The quota of an account, in bytes: its own, or else the default of the server; null without one. */
export function quotaOf(own: number | null, byDefault: number | null): number | null {
  const quota = own ?? byDefault;
  return quota === noQuotaBytes ? null : quota;
}
