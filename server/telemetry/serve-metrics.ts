import { createServer, type Server } from 'node:http';
import type { Metrics } from './metrics.ts';

/** A page that leads a browser here gets nothing that it could show or use. */
const inert = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
};

/** A server of its own, so that metrics are not exposed at the public address. It is not listening yet. */
export function createMetricsServer(metrics: Metrics): Server {
  return createServer(async ({ url, method }, outgoing) => {
    if (url?.split('?', 1)[0] !== '/metrics' || (method !== 'GET' && method !== 'HEAD')) {
      outgoing.writeHead(404, inert).end();
      return;
    }
    const { type, text } = await metrics.read();
    outgoing.writeHead(200, { ...inert, 'content-type': type, 'cache-control': 'no-store' }).end(text);
  });
}
