import type { Person } from '#contract/records/people.ts';
import { sizeText } from '#contract/texts/amounts.ts';
import { noQuotaBytes } from '#contract/texts/sizes.ts';

/** From this share of the space on, somebody should know. */
const nearlyFull = 0.95;

/** What an account may store; null for no limit. */
export function quotaOf({ quotaBytes }: Pick<Person, 'quotaBytes'>, defaultQuota: number | null): number | null {
  const quota = quotaBytes ?? defaultQuota;
  return quota === noQuotaBytes ? null : quota;
}

/** How full an account is, for people: "48.1 GB of 50 GB, nearly full". */
export function spaceText(
  usedBytes: number,
  quota: number | null,
): { text: string; share: number; isNearlyFull: boolean } {
  if (quota === null) return { text: `${sizeText(usedBytes)}, no limit`, share: 0, isNearlyFull: false };
  const share = quota === 0 ? 1 : Math.min(1, usedBytes / quota);
  const isNearlyFull = share >= nearlyFull;
  const end = share === 1 ? ', full' : isNearlyFull ? ', nearly full' : '';
  return { text: `${sizeText(usedBytes)} of ${sizeText(quota)}${end}`, share, isNearlyFull };
}
