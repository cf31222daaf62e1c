import type { UploadItem } from '../queue/upload-item.ts';

/** On a phone also without a summary. */
export const maxShownOnPhone = 2;
const maxBesideSummary = 3;

/** Failed uploads first, then those that run or are paused, in their own order; on a phone only failed ones. */
export function besideSummary(items: readonly UploadItem[], onPhone: boolean): UploadItem[] {
  const chosen = items.filter(({ state }) => state === 'failed');
  if (!onPhone && chosen.length < maxBesideSummary)
    chosen.push(...items.filter(({ state }) => state !== 'failed' && state !== 'waiting').slice(0, maxBesideSummary));
  return chosen.slice(0, onPhone ? maxShownOnPhone : maxBesideSummary).toSorted((one, other) => one.id - other.id);
}
