import { BlobStoreUnreachable } from '../../blob-store.ts';

/** Failures in a row that open it; a call that hung until its time was over counts twice. */
const failuresToOpen = 4;
/** How long it stays open before one call tries again, in milliseconds. */
const openMs = 2000;

export type Breaker = ReturnType<typeof createBreaker>;

/**
 * Refuses calls to a server that does not answer, so that requests end at once instead of piling up. After a pause one
 * call goes through as a probe: when it comes back well, all do. `now` gives milliseconds.
 */
export function createBreaker({ now }: { now: () => number }) {
  let failures = 0;
  let openedAt = 0;
  let probing = false;

  return {
    /** Asks to make a call and returns whether it is the probe. Throws BlobStoreUnreachable while it is open. */
    enter(): boolean {
      if (failures < failuresToOpen) return false;
      if (probing || now() - openedAt < openMs) throw new BlobStoreUnreachable('The S3 server does not answer');
      probing = true;
      return true;
    },
    /** Tells how a call ended. */
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
