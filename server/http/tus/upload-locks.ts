import { ERRORS, type Lock, type Locker, type RequestRelease } from '@tus/server';
import type { RequestBody } from '../server/request-body.ts';

/** A request that waited this long for an upload fails with ERR_LOCK_TIMEOUT, in milliseconds. */
const maxWaitMs = 30_000;

/** A request that resumes an upload waits this long for one on a dead connection to store what it received, in milliseconds. */
export const lockDrainMs = 1000;

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

/** Does the work of a request that holds the lock; another one that wants it ends the body. Throws ERR_LOCK_TIMEOUT. */
export async function whileLocked<Result>(lock: Lock, body: RequestBody, work: () => Promise<Result>): Promise<Result> {
  // Only the timeout of the lock ends the wait.
  await lock.lock(new AbortController().signal, () => void setTimeout(body.end, lockDrainMs));
  try {
    return await work();
  } finally {
    await lock.unlock();
  }
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
