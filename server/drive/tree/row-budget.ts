import { maxBatchEntries } from '#contract/limits.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import type { Heights } from './heights.ts';

/** How many entries the copies and moves of one transaction may reach, so that nobody waits long for it. */
export type RowBudget = ReturnType<typeof createRowBudget>;

/** The moves of folders whose heights are known reach nothing in them. */
export function createRowBudget(heights?: Heights) {
  let left = maxBatchEntries;
  return {
    heights,
    /** Throws too-much-at-once. */
    take(entries: number): void {
      left -= entries;
      if (left < 0) throw new KeepsakeError('too-much-at-once', { data: { max: maxBatchEntries } });
    },
  };
}
