import { maxOperationRetryMs } from '#contract/storage.ts';
import { failureIn } from './rejected.ts';
import { createRetry, isRetried, type RetryOptions, retryAfterOf, systemClock } from './retry.ts';
import type { ConnectionLost, StorageError } from './storage-error.ts';

/** Why the try before failed; what the server did of it may not be known. */
export type Before = StorageError | ConnectionLost | undefined;

/**
 * Does the work of one operation until it succeeds, for at most 120,000 ms unless told otherwise. Throws StorageError,
 * and the reason of `signal` when it is aborted.
 */
export async function repeat<T>(
  work: (before: Before) => Promise<T>,
  signal: AbortSignal,
  options: Partial<RetryOptions> = {},
): Promise<T> {
  const retry = createRetry({ limitMs: maxOperationRetryMs, ...options });
  const { clock = systemClock } = options;
  const goOnNow = () => retry.wake();
  globalThis.addEventListener?.('online', goOnNow);
  let before: Before;
  try {
    for (;;) {
      try {
        return await work(before);
      } catch (thrown) {
        signal.throwIfAborted();
        const { answer, error } = failureIn(thrown);
        if (!isRetried(error)) throw error;
        before = error;
        await retry.wait(error, signal, retryAfterOf(answer?.header('retry-after') ?? null, clock.now()));
      }
    }
  } finally {
    globalThis.removeEventListener?.('online', goOnNow);
  }
}
