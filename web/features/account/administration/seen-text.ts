import { dayText } from '#web/ui/browser/day-text.ts';

const nowMs = 15 * 60 * 1000;
const dayMs = 24 * 60 * 60 * 1000;

/** When somebody was last seen, as a person would say it. */
export function seenText(seenAt: number | null, now: number): string {
  if (seenAt === null) return 'Never';
  if (now - seenAt < nowMs) return 'Now';
  const midnight = new Date(now).setHours(0, 0, 0, 0);
  if (seenAt >= midnight) return 'Today';
  return seenAt >= midnight - dayMs ? 'Yesterday' : dayText(seenAt);
}
