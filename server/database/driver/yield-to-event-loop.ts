import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Synchronous statements that run one right after the other block the event loop. The returned function is to be awaited
 * before each of them: it yields when statements have run for `maxBlockMs` since the last turn of the event loop.
 */
export function createEventLoopYield(maxBlockMs: number): () => Promise<void> | undefined {
  let since: number | undefined;

  return () => {
    if (since === undefined) return begin();
    return performance.now() - since > maxBlockMs ? nextTurn().then(begin) : undefined;
  };

  function begin(): undefined {
    if (since !== undefined) return;
    since = performance.now();
    setImmediate(() => {
      since = undefined;
    });
  }
}
