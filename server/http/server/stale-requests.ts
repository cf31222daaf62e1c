import type { IncomingMessage } from 'node:http';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { hasLeft } from './has-left.ts';

const beatMs = 250;
/** A process that did nothing for longer was frozen, or its machine was. */
const frozenMs = 2000;
/** Requests that were queued meanwhile are read within this time after it wakes up. */
const wakingMs = 1000;
/** After this time it is known which of their clients have left. */
const settleMs = 100;

/**
 * Detects requests that nobody waits for any more. While a process is frozen the system accepts requests for it; a client
 * may give up and do something else on another node, which this one must not undo when it wakes up.
 */
export function createStaleRequests() {
  let beatAt = performance.now();
  let wokeAt = Number.NEGATIVE_INFINITY;
  const beating = setInterval(() => {
    const now = performance.now();
    if (now - beatAt > frozenMs) wokeAt = now;
    beatAt = now;
  }, beatMs);
  beating.unref();

  return {
    /** Whether the request came while the process was frozen, and its client has left. */
    async isStale(incoming: IncomingMessage): Promise<boolean> {
      const now = performance.now();
      if (now - beatAt <= frozenMs && now - wokeAt > wakingMs) return false;
      await pause(settleMs);
      // In a turn that took long itself, what the client sent last is read only now.
      await nextTurn();
      return hasLeft(incoming);
    },
  };
}
