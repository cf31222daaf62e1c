import { ERRORS, type Locker, type RequestRelease } from '@tus/server';

/** A request that waited this long for an upload fails with ERR_LOCK_TIMEOUT, in milliseconds. */
const maxWaitMs = 30_000;

type Holder = { requestRelease: RequestRelease; waiting: Set<() => void> };

/**
 * One request at a time for each upload. A new request makes the holder end: after a broken connection that is the request
 * which still waits for bytes that never arrive. Waiting requests do not poll.
 */
export function createUploadLocks(): Locker {
  const holders = new Map<string, Holder>();
  return {
    newLock: (id) => ({
      async lock(signal, requestRelease) {
        const deadline = Date.now() + maxWaitMs;
        for (let holder = holders.get(id); holder !== undefined; holder = holders.get(id)) {
          await holder.requestRelease();
          if (holders.get(id) === holder) await released(holder, signal, deadline - Date.now());
        }
        holders.set(id, { requestRelease, waiting: new Set() });
      },
      async unlock() {
        const holder = holders.get(id);
        holders.delete(id);
        for (const wake of holder?.waiting ?? []) wake();
      },
    }),
  };
}

/** Waits until the holder releases the lock. Throws ERR_LOCK_TIMEOUT after the timeout, or when the request ends. */
async function released(holder: Holder, signal: AbortSignal, timeoutMs: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const giveUp = () => reject(ERRORS.ERR_LOCK_TIMEOUT);
  const timer = setTimeout(giveUp, timeoutMs);
  signal.addEventListener('abort', giveUp, { once: true });
  holder.waiting.add(resolve);
  try {
    await promise;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', giveUp);
    holder.waiting.delete(resolve);
  }
}
