import { setTimeout as pause } from 'node:timers/promises';
import { BlobStoreFull, BlobStoreUnreachable } from '../../blob-store.ts';
import type { Breaker } from './breaker.ts';

const maxTries = 4;
const firstPauseMs = 100;
/** A probe ends early, so that a server that is back is noticed soon. */
const probeTimeoutMs = 2000;

/** The response is not what it has to be: worth another try. */
export class InvalidResponse extends Error {}

/** A field that every response has to have. */
export function field<Value>(value: Value | undefined, name: string): Value {
  if (value === undefined) throw new InvalidResponse(`The S3 server sent no ${name}`);
  return value;
}

type Work<Result> = (signal: AbortSignal) => Promise<Result>;

/**
 * Makes calls to an S3 server, each of which may be repeated without harm. Errors that the server responds with are thrown
 * as they are; no usable response and refused access become BlobStoreUnreachable, a full store BlobStoreFull.
 */
export function createCalls(breaker: Breaker) {
  return {
    /** Tries up to 4 times, with growing pauses of random length. A try is ended after `timeoutMs`. */
    async call<Result>(timeoutMs: number, work: Work<Result>): Promise<Result> {
      for (let tried = 1; ; tried += 1) {
        const isProbe = breaker.enter();
        const ended = new AbortController();
        const timer = setTimeout(() => ended.abort(), isProbe ? Math.min(timeoutMs, probeTimeoutMs) : timeoutMs);
        try {
          const result = await work(ended.signal);
          breaker.leave(isProbe, 'answered');
          return result;
        } catch (error) {
          const isTransient = isRetryable(error);
          breaker.leave(isProbe, ended.signal.aborted ? 'hung' : isTransient ? 'failed' : 'answered');
          if (!isTransient || tried === maxTries) throw storeErrorOf(error);
        } finally {
          clearTimeout(timer);
        }
        await pause(Math.random() * firstPauseMs * 2 ** tried);
      }
    },

    /** Tries once, for 2 s, even while the breaker is open. Its success closes the breaker; its failure does not count. */
    async probe(work: Work<void>): Promise<void> {
      try {
        await work(AbortSignal.timeout(probeTimeoutMs));
      } catch (error) {
        throw storeErrorOf(error);
      }
      breaker.leave(false, 'answered');
    },
  };
}

function storeErrorOf(error: unknown): unknown {
  if (isFull(error)) return new BlobStoreFull('The S3 server is full', { cause: error });
  if (isRefusal(error)) return new BlobStoreUnreachable('The S3 server refuses access', { cause: error });
  if (!isRetryable(error)) return error;
  return new BlobStoreUnreachable('The S3 server does not respond as it should', { cause: error });
}

/** The HTTP status of the response; undefined when there was none. */
export function statusOf(error: unknown): number | undefined {
  return (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;
}

export function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : '';
}

/** Transient errors that come with a 4xx: bytes that changed on their way, concurrent calls. */
const transientNames = ['BadDigest', 'IncompleteBody', 'RequestTimeout', 'OperationAborted', 'SlowDown'];

function isRetryable(error: unknown): boolean {
  const status = statusOf(error);
  // A success that cannot be parsed is no response.
  if (error instanceof InvalidResponse || status === undefined || status < 400) return true;
  if (status >= 500) return status !== 501 && status !== 507;
  return status === 429 || transientNames.includes(nameOf(error));
}

/** Refusals that come with other states than 401 and 403. None of them says anything about an object. */
const refusalNames = ['ExpiredToken', 'InvalidToken', 'TokenRefreshRequired', 'NoSuchBucket'];

function isRefusal(error: unknown): boolean {
  const status = statusOf(error);
  return status === 401 || status === 403 || refusalNames.includes(nameOf(error));
}

function isFull(error: unknown): boolean {
  return statusOf(error) === 507 || ['QuotaExceeded', 'QuotaExceededException'].includes(nameOf(error));
}
