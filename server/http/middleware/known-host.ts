import { isIP } from 'node:net';
import type { MiddlewareHandler } from 'hono';
import { answerCode, errorResponse } from '#server/errors/answer-error.ts';
import type { Env } from '../server/env.ts';
import { isHealthCheck, safeMethods } from './guard.ts';

type Deps = {
  publicUrl: URL | undefined;
  /** The name of this machine. */
  machine: string;
};

/**
 * Rejects requests for a host that is not this server. A page whose name was pointed at this server (DNS rebinding) counts
 * as its own origin for the browser, and could act as whoever runs that browser. Known are the host of the public URL, the
 * names of this machine, `localhost` with every name below it, and addresses, none of which a stranger can point
 * elsewhere. Without a public URL people may read under any name; they are told what to set when they first write.
 */
export function rejectUnknownHosts({ publicUrl, machine }: Deps): MiddlewareHandler<Env> {
  const [label = machine] = machine.toLowerCase().split('.');
  const names = new Set([machine.toLowerCase(), label, `${label}.local`, 'localhost', publicUrl?.hostname]);
  return async (context, next) => {
    const { method, path } = context.req;
    const mustBeKnown = publicUrl !== undefined || !safeMethods.has(method);
    if (mustBeKnown && !isHealthCheck(method, path) && !isKnown(context.env.incoming.headers.host))
      return errorResponse(answerCode('unknown-host'), { connection: 'close' });
    return await next();
  };

  function isKnown(host = ''): boolean {
    if (!URL.canParse(`http://${host}`)) return false;
    const { hostname } = new URL(`http://${host}`);
    return names.has(hostname) || hostname.endsWith('.localhost') || isIP(hostname.replace(/^\[(.*)\]$/, '$1')) !== 0;
  }
}
