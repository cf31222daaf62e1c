import { maxBatchEntries } from '#contract/limits.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';

/** How many entries the copies and moves of one transaction may reach, so that nobody waits long for it. */
export type RowBudget = ReturnType<typeof createRowBudget>;

export function createRowBudget() {
  let left = maxBatchEntries;
  return {
    /** Throws too-much-at-once. */
    take(entries: number): void {
      left -= entries;
      if (left < 0) throw new KeepsakeError('too-much-at-once', { data: { max: maxBatchEntries } });
    },
  };
}
