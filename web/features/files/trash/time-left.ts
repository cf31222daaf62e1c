import { trashRetentionMs } from '#contract/trash.ts';

const dayMs = 24 * 60 * 60 * 1000;

/**
 * When an item in Trash is deleted forever: "Today", "Tomorrow", "In 12 days"; `soon` for the first two. Milliseconds.
 */
export function timeLeft(trashedAt: number, now: number): { text: string; soon: boolean } {
  // The clocks of server and browser differ.
  const days = Math.ceil((Math.min(trashedAt, now) + trashRetentionMs - now) / dayMs);
  if (days <= 0) return { text: 'Today', soon: true };
  if (days === 1) return { text: 'Tomorrow', soon: true };
  return { text: `In ${days} days`, soon: false };
}
