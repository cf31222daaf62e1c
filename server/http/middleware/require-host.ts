import type { MiddlewareHandler } from 'hono';
import { answerCode, errorResponse } from '#server/errors/answer-error.ts';
import type { Env } from '../server/env.ts';

const healthChecks = new Set(['GET /healthz', 'GET /readyz', 'HEAD /healthz', 'HEAD /readyz', 'OPTIONS /']);

/** Whether a request is one of a load balancer, which names no host, or any. */
export function isHealthCheck(method: string, path: string): boolean {
  return healthChecks.has(`${method} ${path}`);
}

/**
 * Rejects requests without Host (RFC 9112, section 3.2), but for health checks: those of load balancers speak HTTP/1.0, or
 * name no host.
 */
export const requireHost: MiddlewareHandler<Env> = async (context, next) => {
  const { method, path } = context.req;
  if (context.env.incoming.headers.host === undefined && !isHealthCheck(method, path))
    return errorResponse(answerCode('malformed-request'), { connection: 'close' });
  return await next();
};
