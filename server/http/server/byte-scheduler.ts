/**
 * Shares the turns of the event loop: all callers together get about `mostBytes` in each, so that what else the server has to
 * do is not kept waiting by many who send at once. Who came first goes first.
 */
export function createTurns(mostBytes: number) {
  const waiting: { bytes: number; go: () => void }[] = [];
  let given = 0;
  let isNextAsked = false;

  return {
    /** Calls `go` at once, or in a later turn. */
    take(bytes: number, go: () => void): void {
      waiting.push({ bytes, go });
      give();
    },
  };

  function give(): void {
    while (given < mostBytes) {
      const first = waiting.shift();
      if (first === undefined) break;
      given += first.bytes;
      first.go();
    }
    if (isNextAsked || given === 0) return;
    isNextAsked = true;
    setImmediate(() => {
      isNextAsked = false;
      given = 0;
      give();
    });
  }
}
