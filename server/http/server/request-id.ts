import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Tells a request apart, in both directions. */
export const requestIdHeader = 'x-request-id';

/** Nothing that could break out of a log line or a header. */
const usable = /^[\w.:-]{1,128}$/;

/** The id that a trusted proxy gave the request, else a new one. */
export function requestIdOf({ headers }: IncomingMessage, isFromProxy: boolean): string {
  const told = headers[requestIdHeader];
  return isFromProxy && typeof told === 'string' && usable.test(told) ? told : randomUUID();
}
