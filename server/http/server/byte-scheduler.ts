/**
 * Spreads bytes over turns of the event loop: all callers together get about `maxBytesPerTurn` in each, so that many
 * senders at once do not hold up the server's other work. First come, first served.
 */
export function createByteScheduler(maxBytesPerTurn: number) {
  const waiting: { bytes: number; run: () => void }[] = [];
  let scheduledBytes = 0;
  let isNextTurnScheduled = false;

  return {
    /** Calls `run` at once, or in a later turn. */
    schedule(bytes: number, run: () => void): void {
      waiting.push({ bytes, run });
      runWaiting();
    },
  };

  function runWaiting(): void {
    while (scheduledBytes < maxBytesPerTurn) {
      const first = waiting.shift();
      if (first === undefined) break;
      scheduledBytes += first.bytes;
      first.run();
    }
    if (isNextTurnScheduled || scheduledBytes === 0) return;
    isNextTurnScheduled = true;
    setImmediate(() => {
      isNextTurnScheduled = false;
      scheduledBytes = 0;
      runWaiting();
    });
  }
}
