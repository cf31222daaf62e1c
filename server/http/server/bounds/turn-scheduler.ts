/**
 * Spreads work over turns of the event loop: all callers together get about `maxCost` in each, bytes for example, so that
 * many senders at once do not hold up the server's other work. First come, first served.
 */
export function createTurnScheduler(maxCost: number) {
  const waiting: { cost: number; run: () => void }[] = [];
  let scheduledCost = 0;
  let isNextTurnScheduled = false;

  return {
    /** Calls `run` at once, or in a later turn. */
    schedule(cost: number, run: () => void): void {
      waiting.push({ cost, run });
      runWaiting();
    },
  };

  function runWaiting(): void {
    while (scheduledCost < maxCost) {
      const first = waiting.shift();
      if (first === undefined) break;
      scheduledCost += first.cost;
      first.run();
    }
    if (isNextTurnScheduled || scheduledCost === 0) return;
    isNextTurnScheduled = true;
    setImmediate(() => {
      isNextTurnScheduled = false;
      scheduledCost = 0;
      runWaiting();
    });
  }
}
