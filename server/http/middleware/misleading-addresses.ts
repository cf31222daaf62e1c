import type { MiddlewareHandler } from 'hono';
import { answerCode, errorResponse } from '#server/errors/answer-error.ts';
import type { Env } from '../server/env.ts';

/** A name in the path of a request that is a step to another path for whoever parses it (URL Standard, section 4.1). */
const dotName = /^[^?#]*\/(?:\.|%2e){1,2}(?:[/?#]|$)/i;

/**
 * Refuses addresses that are read as others than they seem: paths with such a name, and those with a #, behind which everything is
 * ignored unless it is percent-encoded (RFC 3986, section 3.5). What a program put together of names that it was given would otherwise
 * be done with another object, or be another call.
 */
export const refuseMisleadingAddresses: MiddlewareHandler<Env> = async (context, next) => {
  const { url = '' } = context.env.incoming;
  if (url.includes('#'))
    return errorResponse(
      answerCode('invalid-input', { issues: [{ path: 'path', message: 'Percent-encode # as %23' }] }),
    );
  return dotName.test(url) ? errorResponse(answerCode('name-reserved')) : await next();
};
