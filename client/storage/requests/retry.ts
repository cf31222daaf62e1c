import { maxRetryDelayMs, retriedStatuses } from '#contract/storage.ts';
import { ConnectionLost, StorageError } from './storage-error.ts';

/** The time as the client sees it, so that tests need not wait. */
export type Clock = {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves after `ms`, or at once when the signal is aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** From 0 to below 1. */
  random(): number;
};

export type RetryOptions = {
  /** No retry begins when this time is over since the start or the last progress, in milliseconds. */
  limitMs: number;
  /** The first delay in milliseconds; 1000 unless given. It doubles up to 64,000. */
  firstDelayMs?: number;
  clock?: Clock;
};

const usualFirstDelayMs = 1000;

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

/** Waits between the tries of one operation. */
export function createRetry({ limitMs, firstDelayMs = usualFirstDelayMs, clock = systemClock }: RetryOptions) {
  let since = clock.now();
  let delayMs = firstDelayMs;
  let nudge = new AbortController();

  return {
    /** The operation got further: the time and the delays begin anew. */
    progressed() {
      since = clock.now();
      delayMs = firstDelayMs;
    },
    /** Ends a wait that is going on: the network is back. */
    wake() {
      delayMs = firstDelayMs;
      nudge.abort();
    },
    /**
     * Waits until the next try: the delay with jitter, at least what the server asked for. Throws
     * retry-limit-exceeded when the next try would begin too late, and the reason of `signal` when it is aborted.
     */
    async wait(cause: unknown, signal: AbortSignal, retryAfterMs = 0): Promise<void> {
      const pauseMs = Math.max(delayMs * (0.75 + clock.random() / 2), retryAfterMs);
      delayMs = Math.min(delayMs * 2, maxRetryDelayMs);
      if (clock.now() - since + pauseMs > limitMs) {
        const { status = 0, serverCode } = cause instanceof StorageError ? cause : {};
        throw new StorageError('retry-limit-exceeded', { status, serverCode, cause });
      }
      nudge = new AbortController();
      await clock.sleep(pauseMs, AbortSignal.any([signal, nudge.signal]));
      signal.throwIfAborted();
    },
  };
}

/** Whether the same request may go better later: 408, 429, 500 to 599, and lost connections; not when the disk is full. */
export function isRetried(error: unknown): boolean {
  if (error instanceof ConnectionLost) return true;
  if (!(error instanceof StorageError) || error.serverCode === 'disk-full') return false;
  return retriedStatuses.includes(error.status) || (error.status >= 500 && error.status !== 507 && error.status <= 599);
}

/** Retry-After in milliseconds from now: seconds or a date (RFC 9110, section 10.2.3); 0 when there is none. */
export function retryAfterOf(value: string | null, now: number): number {
  if (value === null) return 0;
  if (/^\d+$/.test(value.trim())) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? 0 : Math.max(date - now, 0);
}
