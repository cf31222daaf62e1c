import type { MiddlewareHandler } from 'hono';
import { answerCode, errorResponse } from '#server/errors/answer-error.ts';
import type { Env } from '../server/env.ts';
import { bearerToken } from './bearer.ts';

/** Whether an Origin header names this server itself. */
export type IsOwnOrigin = (origin: string, headers: Headers) => boolean;

/** With a public URL only its origin counts, otherwise the host of the request. */
export function createIsOwnOrigin(publicUrl: URL | undefined): IsOwnOrigin {
  return (origin, headers) => {
    if (!URL.canParse(origin)) return false;
    if (publicUrl !== undefined) return new URL(origin).origin === publicUrl.origin;
    return new URL(origin).host === headers.get('host');
  };
}

/** Methods that change nothing (RFC 9110, section 9.2.1). */
export const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Values of Sec-Fetch-Site (W3C Fetch Metadata) of requests that no other page caused; `none` is the person alone. */
const ownSites = ['same-origin', 'none'];

/**
 * Rejects unsafe requests that another site may have caused: a browser always sends the Origin of those, and a request with
 * a session must have one. With a bearer token, which no site can make a browser send, the session does not count. Where the
 * server does not know its own scheme, which is without a public URL, Sec-Fetch-Site tells a page of another one.
 */
export function rejectForeignOrigins(isOwnOrigin: IsOwnOrigin): MiddlewareHandler {
  return async (context, next) => {
    const { headers, method } = context.req.raw;
    if (!safeMethods.has(method)) {
      const origin = headers.get('origin');
      const usesSession = headers.has('cookie') && bearerToken(headers) === undefined;
      const isForeign = origin === null ? usesSession : !isOwnOrigin(origin, headers);
      const isOfOtherSite = !ownSites.includes(headers.get('sec-fetch-site') ?? 'none');
      if (isForeign || isOfOtherSite) return errorResponse(answerCode('foreign-origin'));
    }
    return await next();
  };
}

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

/** The one Trusted Types policy is that of web/app/trusted-scripts.ts. */
const appPolicy =
  "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; media-src 'self' blob:; connect-src 'self'; font-src 'self'; worker-src 'self'; object-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'; require-trusted-types-for 'script'; trusted-types default";

/** Headers of every response that does not set its own. */
export function commonHeaders({ isHttps }: { isHttps: boolean }): Record<string, string> {
  return {
    'content-security-policy': appPolicy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=()',
    ...(isHttps ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  };
}

/** Sets the headers that a response did not set itself. */
export function addHeaders(defaults: Record<string, string>): MiddlewareHandler {
  return async (context, next) => {
    await next();
    for (const [name, value] of Object.entries(defaults)) {
      if (!context.res.headers.has(name)) context.res.headers.set(name, value);
    }
  };
}
