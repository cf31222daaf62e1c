import { isIP } from 'node:net';
import type { MiddlewareHandler } from 'hono';
import { answerCode, errorResponse } from '#server/errors/answer-error.ts';
import type { Env } from '../server/env.ts';
import { safeMethods } from './own-origin.ts';
import { isHealthCheck } from './require-host.ts';

type Deps = {
  publicUrl: URL | undefined;
  /** The origin that gives files to browsers, and nothing else. */
  contentUrl?: URL | undefined;
  /** The name of this machine. */
  machine: string;
};

/**
 * Rejects requests for a host that is not this server. A page whose name was pointed at this server (DNS rebinding) counts
 * as its own origin for the browser, and could act as whoever runs that browser. Known are the host of the public URL, the
 * names of this machine, `localhost` with every name below it, and addresses, none of which a stranger can point
 * elsewhere. Without a public URL people may read under any name; the answer says what to set when they first write. At the
 * host for content there is nothing but content.
 */
export function rejectUnknownHosts({ publicUrl, contentUrl, machine }: Deps): MiddlewareHandler<Env> {
  const [label = machine] = machine.toLowerCase().split('.');
  const names = new Set([machine.toLowerCase(), label, `${label}.local`, 'localhost', publicUrl?.hostname]);
  return async (context, next) => {
    const { method, path } = context.req;
    const { host } = context.env.incoming.headers;
    if (isHealthCheck(method, path)) return await next();
    if (contentUrl !== undefined && host === contentUrl.host)
      return safeMethods.has(method) && path.startsWith('/content/')
        ? await next()
        : errorResponse(answerCode('not-found'));
    const mustBeKnown = publicUrl !== undefined || !safeMethods.has(method);
    if (mustBeKnown && !isKnown(host)) return errorResponse(answerCode('unknown-host'), { connection: 'close' });
    return await next();
  };

  function isKnown(host = ''): boolean {
    if (!URL.canParse(`http://${host}`)) return false;
    const { hostname } = new URL(`http://${host}`);
    return names.has(hostname) || hostname.endsWith('.localhost') || isIP(hostname.replace(/^\[(.*)\]$/, '$1')) !== 0;
  }
}
