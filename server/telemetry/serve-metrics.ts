import { createServer, type Server } from 'node:http';
import type { Metrics } from './metrics.ts';
import type { ReadServerReport } from './report/server-report.ts';

/** A page that leads a browser here gets nothing that it could show or use. */
const inert = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
};

type Page = { type: string; text: string };

/**
 * A server of its own, so that metrics are not exposed at the public address. It is not listening yet. `readReport` tells how the
 * server is; undefined while it starts.
 */
export function createMetricsServer(metrics: Metrics, readReport: () => ReadServerReport | undefined): Server {
  return createServer(async ({ url, method, socket }, outgoing) => {
    const read =
      method === 'GET' || method === 'HEAD' ? pageAt(url?.split('?', 1)[0], socket.remoteAddress) : undefined;
    if (read === undefined) {
      outgoing.writeHead(404, inert).end();
      return;
    }
    const page = await read().catch(() => undefined);
    if (page === undefined) outgoing.writeHead(503, inert).end();
    else outgoing.writeHead(200, { ...inert, 'content-type': page.type, 'cache-control': 'no-store' }).end(page.text);
  });

  function pageAt(path: string | undefined, from = 'unknown'): (() => Promise<Page>) | undefined {
    if (path === '/metrics') return metrics.read;
    const report = readReport();
    if (path !== '/server' || report === undefined) return undefined;
    return async () => ({
      type: 'application/json',
      text: JSON.stringify(await report({ yours: from, proxy: 'none' })),
    });
  }
}
