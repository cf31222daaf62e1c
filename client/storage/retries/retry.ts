import { maxRetryDelayMs, retriedStatuses } from '#contract/retries.ts';
import { ConnectionLost, StorageError } from '../requests/storage-error.ts';

/** The source of time, which tests replace so that they need not wait. */
export type Clock = {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves after `ms`, or at once if the signal is aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** At least 0, less than 1. */
  random(): number;
};

export type RetryOptions = {
  /** No retry starts later than this after the first failure since the last progress, in milliseconds. */
  limitMs: number;
  /** The first delay in milliseconds, 1000 by default. It doubles up to 64,000. */
  firstDelayMs?: number;
  clock?: Clock;
};

const defaultFirstDelayMs = 1000;
/** There was no answer, or a proxy gave it in place of the server. */
const unreachedStatuses = [0, 502, 504];
/** A full disk stays full, and a damaged file stays damaged. */
const lastingCodes: unknown[] = ['disk-full', 'file-damaged'];

export const systemClock: Clock = {
  now: () => Date.now(),
  random: () => Math.random(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, ms);
      signal.addEventListener('abort', end);
      if (signal.aborted) end();
    }),
};

/** The delays between the attempts of one operation. */
export function createRetry({ limitMs, firstDelayMs = defaultFirstDelayMs, clock = systemClock }: RetryOptions) {
  let failingSince: number | undefined;
  let delayMs = firstDelayMs;
  let woken = new AbortController();

  return {
    /** The operation made progress: resets the time limit and the delay. */
    progressed() {
      failingSince = undefined;
      delayMs = firstDelayMs;
    },
    /** Ends the current wait: the network is back. */
    wake() {
      delayMs = firstDelayMs;
      woken.abort();
    },
    /**
     * Waits until the next attempt: the delay with jitter, but at least `retryAfterMs`. Throws retry-limit-exceeded if
     * the next attempt would start too late, with the sentence of the server if it gave one, and the reason of `signal` if
     * it is aborted.
     */
    async wait(cause: unknown, signal: AbortSignal, retryAfterMs = 0): Promise<void> {
      failingSince ??= clock.now();
      const pauseMs = Math.max(delayMs * (0.75 + clock.random() / 2), retryAfterMs);
      delayMs = Math.min(delayMs * 2, maxRetryDelayMs);
      if (clock.now() - failingSince + pauseMs > limitMs) {
        const { status = 0, serverCode, message } = cause instanceof StorageError ? cause : {};
        // What the server said tells more than that the time is over; of one that was not reached a proxy said it.
        const said = unreachedStatuses.includes(status) ? {} : { message };
        throw new StorageError('retry-limit-exceeded', { status, serverCode, cause, ...said });
      }
      woken = new AbortController();
      await clock.sleep(pauseMs, AbortSignal.any([signal, woken.signal]));
      signal.throwIfAborted();
    },
  };
}

/** Whether the same request may succeed later: after 408, 429, 500 to 599 or a lost connection, but not after a lasting code. */
export function isRetried(error: unknown): boolean {
  if (error instanceof ConnectionLost) return true;
  if (!(error instanceof StorageError) || lastingCodes.includes(error.serverCode)) return false;
  return retriedStatuses.includes(error.status) || (error.status >= 500 && error.status !== 507 && error.status <= 599);
}

/** Whether it was given up only because the server could not be reached, so that it may be begun again. */
export function isAway(error: unknown): boolean {
  return (
    error instanceof StorageError && error.code === 'retry-limit-exceeded' && unreachedStatuses.includes(error.status)
  );
}

/** Retry-After in milliseconds from now: seconds or a date (RFC 9110, section 10.2.3); 0 without one. */
export function retryAfterOf(value: string | null, now: number): number {
  if (value === null) return 0;
  if (/^\d+$/.test(value.trim())) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? 0 : Math.max(date - now, 0);
}
