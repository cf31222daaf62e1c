import { setTimeout as pause } from 'node:timers/promises';
import { BlobStoreFull, BlobStoreUnreachable } from '../../blob-store.ts';
import type { Breaker } from './breaker.ts';

const tries = 4;
const firstPauseMs = 100;
/** A probe ends early, so that a server that is back is found soon. */
const probeTimeoutMs = 2000;

/** What came back is not what should have: worth another try. */
export class WrongAnswer extends Error {}

type Work<Result> = (signal: AbortSignal) => Promise<Result>;

/**
 * Makes calls to an S3 server, each of which may be repeated without harm. Refusals of the server are thrown as they are;
 * what is no answer becomes BlobStoreUnreachable, and a store that takes no more BlobStoreFull.
 */
export function createCalls(breaker: Breaker) {
  return {
    /** Up to 4 times, with growing pauses of random length between. A try is ended after `timeoutMs`. */
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
          const isTrouble = isWorthRepeating(error);
          breaker.leave(isProbe, ended.signal.aborted ? 'hung' : isTrouble ? 'failed' : 'answered');
          if (!isTrouble || tried === tries) throw refusalOf(error);
        } finally {
          clearTimeout(timer);
        }
        await pause(Math.random() * firstPauseMs * 2 ** tried);
      }
    },

    /** Once, for 2 s, also while the breaker keeps others from it. Its success lets all through again; its failure counts for nothing. */
    async look(work: Work<void>): Promise<void> {
      try {
        await work(AbortSignal.timeout(probeTimeoutMs));
      } catch (error) {
        throw refusalOf(error);
      }
      breaker.leave(false, 'answered');
    },
  };
}

function refusalOf(error: unknown): unknown {
  if (isFull(error)) return new BlobStoreFull('The S3 server takes no more', { cause: error });
  if (!isWorthRepeating(error)) return error;
  return new BlobStoreUnreachable('The S3 server does not answer as it should', { cause: error });
}

/** The HTTP status of an answer of the server, undefined when there was none. */
export function statusOf(error: unknown): number | undefined {
  return (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;
}

export function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : '';
}

/** Bytes that changed on their way, and two calls that met, are refused with a 4xx of these names. */
const passingNames = ['BadDigest', 'IncompleteBody', 'RequestTimeout', 'OperationAborted', 'SlowDown'];

function isWorthRepeating(error: unknown): boolean {
  const status = statusOf(error);
  // An answer of success that cannot be read is none.
  if (error instanceof WrongAnswer || status === undefined || status < 400) return true;
  if (status >= 500) return status !== 501 && status !== 507;
  return status === 429 || passingNames.includes(nameOf(error));
}

function isFull(error: unknown): boolean {
  return statusOf(error) === 507 || ['QuotaExceeded', 'QuotaExceededException'].includes(nameOf(error));
}
