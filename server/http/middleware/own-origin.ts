import type { MiddlewareHandler } from 'hono';
import { answerCode, errorResponse } from '#server/errors/answer-error.ts';
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
