import { getRequestListener, RequestError } from '@hono/node-server';
import type { Hono } from 'hono';
import { answerCode, errorResponse } from '#server/errors/answer-error.ts';
import type { Env } from './env.ts';

/**
 * Has Node's requests answered by the routes. Those without an address, because Host or path cannot be used, are answered
 * like all others: `{ code, message }`.
 */
export function createRequestListener(fetch: Hono<Env>['fetch']) {
  return getRequestListener(fetch, {
    // Bodies that are left unread are handled in request-body.ts.
    autoCleanupIncoming: false,
    // Of requests without Host, only health checks are let through (middleware/require-host.ts).
    hostname: 'localhost',
    errorHandler: (error) =>
      errorResponse(answerCode(error instanceof RequestError ? 'malformed-request' : 'internal-error')),
  });
}
