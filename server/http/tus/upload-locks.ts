import { ERRORS, type Locker, type RequestRelease } from '@tus/server';

/** Who waits this long for an upload is told that it is locked. */
const maxWaitMs = 30_000;

type Holder = { askToRelease: RequestRelease; waiting: Set<() => void> };

/**
 * One request at a time for each upload. Who comes asks the holder to end: after a broken connection that is the request
 * which still waits for bytes that never come. Waiting costs nothing.
 */
export function createUploadLocks(): Locker {
  const holders = new Map<string, Holder>();
  return {
    newLock: (id) => ({
      async lock(signal, askToRelease) {
        const deadline = Date.now() + maxWaitMs;
        for (let holder = holders.get(id); holder !== undefined; holder = holders.get(id)) {
          await holder.askToRelease();
          if (holders.get(id) === holder) await released(holder, signal, deadline - Date.now());
        }
        holders.set(id, { askToRelease, waiting: new Set() });
      },
      async unlock() {
        const holder = holders.get(id);
        holders.delete(id);
        for (const wake of holder?.waiting ?? []) wake();
      },
    }),
  };
}

/** Waits until the holder is through. Throws when the time is over or the request is. */
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
