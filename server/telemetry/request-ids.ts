import type { AsyncLocalStorage } from 'node:async_hooks';

/** What each log line of a request carries. */
export type RequestIds = {
  requestId: string;
  /** Only where the request is traced. */
  traceId?: string;
};

/** The request on whose behalf code runs; empty outside of requests. */
export type RequestContext = Pick<AsyncLocalStorage<RequestIds>, 'run' | 'getStore'>;
