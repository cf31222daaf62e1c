import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Statements run one right after the other would keep everything else waiting: no I/O happens between them. The
 * function that is returned is called before each statement; it lets the rest of the process breathe when statements
 * have run for `maxStretchMs` since it did.
 */
export function createEventLoopYield(maxStretchMs: number): () => Promise<void> | undefined {
  let since: number | undefined;

  return () => {
    if (since === undefined) {
      since = performance.now();
      setImmediate(() => {
        since = undefined;
      });
      return undefined;
    }
    return performance.now() - since > maxStretchMs ? nextTurn() : undefined;
  };
}
