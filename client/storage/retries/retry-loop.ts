import { maxOperationRetryMs } from '#contract/retries.ts';
import { failureIn } from '../requests/rejected.ts';
import type { ConnectionLost, StorageError } from '../requests/storage-error.ts';
import { createRetry, isRetried, type RetryOptions, retryAfterOf, systemClock } from './retry.ts';

/** The error of the previous attempt, whose effect on the server may be unknown; undefined at the first attempt. */
export type PreviousFailure = StorageError | ConnectionLost | undefined;

/**
 * Retries one operation until it succeeds, by default for at most 120,000 ms after its first failure. Throws StorageError, and
 * the reason of `signal` if it is aborted, after which no attempt begins.
 */
export async function withRetries<T>(
  work: (previous: PreviousFailure) => Promise<T>,
  signal: AbortSignal,
  options: Partial<RetryOptions> = {},
): Promise<T> {
  const retry = createRetry({ limitMs: maxOperationRetryMs, ...options });
  const { clock = systemClock } = options;
  const retryNow = () => retry.wake();
  globalThis.addEventListener?.('online', retryNow);
  let previous: PreviousFailure;
  try {
    for (;;) {
      signal.throwIfAborted();
      try {
        return await work(previous);
      } catch (thrown) {
        signal.throwIfAborted();
        const { answer, error } = failureIn(thrown);
        if (!isRetried(error)) throw error;
        previous = error;
        await retry.wait(error, signal, retryAfterOf(answer?.header('retry-after') ?? null, clock.now()));
      }
    }
  } finally {
    globalThis.removeEventListener?.('online', retryNow);
  }
}
