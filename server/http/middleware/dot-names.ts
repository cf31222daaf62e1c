import type { MiddlewareHandler } from 'hono';
import { answerCode, errorResponse } from '#server/errors/answer-error.ts';
import type { Env } from '../server/env.ts';

/** A name in the path of a request that is a step to another path for whoever parses it (URL Standard, section 4.1). */
const dotName = /^[^?#]*\/(?:\.|%2e){1,2}(?:[/?#]|$)/i;

/**
 * Refuses paths with such a name. What a program put together of names that it was given would otherwise be done with
 * another object, or be another call.
 */
export const refuseDotNames: MiddlewareHandler<Env> = async (context, next) =>
  dotName.test(context.env.incoming.url ?? '') ? errorResponse(answerCode('name-reserved')) : await next();
