import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Statements that are waited for on the spot, one right after the other, block the event loop. The returned function is to be
 * called before each of them: it returns how many of the milliseconds that they may take in this turn of the event loop are left.
 */
export function createTurnBudget(): (maxBlockMs: number) => number {
  let since: number | undefined;

  return (maxBlockMs) => {
    if (since === undefined) {
      since = performance.now();
      setImmediate(() => {
        since = undefined;
      });
    }
    return Math.max(0, maxBlockMs - (performance.now() - since));
  };
}

/** The returned function is to be awaited before each statement: it yields when the milliseconds of this turn are used up. */
export function createEventLoopYield(maxBlockMs: number): () => Promise<void> | undefined {
  const leftMs = createTurnBudget();
  return () => (leftMs(maxBlockMs) > 0 ? undefined : nextTurn());
}
