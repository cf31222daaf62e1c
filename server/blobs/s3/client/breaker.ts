import { BlobStoreUnreachable } from '../../blob-store.ts';

/** Failures in a row that open it; a call that timed out counts twice. */
const failuresToOpen = 4;
/** How long it stays open before one call tries again, in milliseconds. */
const openMs = 2000;

export type Breaker = ReturnType<typeof createBreaker>;

/**
 * A circuit breaker: rejects calls to a server that does not respond, so that requests fail at once instead of piling up.
 * After a pause one call goes through as a probe; when it succeeds, all do. `now` returns milliseconds.
 */
export function createBreaker({ now }: { now: () => number }) {
  let failures = 0;
  let openedAt = 0;
  let probing = false;

  return {
    /** To be called before a call; returns whether it is the probe. Throws BlobStoreUnreachable while the breaker is open. */
    enter(): boolean {
      if (failures < failuresToOpen) return false;
      if (probing || now() - openedAt < openMs) throw new BlobStoreUnreachable('The S3 server does not respond');
      probing = true;
      return true;
    },
    /** To be called after it, with its outcome. */
    leave(isProbe: boolean, outcome: 'answered' | 'failed' | 'hung'): void {
      if (isProbe) probing = false;
      if (outcome === 'answered') {
        failures = 0;
        return;
      }
      failures += outcome === 'hung' ? 2 : 1;
      if (failures >= failuresToOpen) openedAt = now();
    },
  };
}
