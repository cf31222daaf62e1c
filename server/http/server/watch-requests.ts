import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Telemetry } from '#server/telemetry/telemetry.ts';
import { requestIdHeader, requestIdOf } from './request-id.ts';
import { routeTemplate } from './route-template.ts';

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
/** What every page loads, and what machines ask again and again, is logged only at a finer level. */
const quietRoutes = new Set(['/healthz', '/readyz', '/assets/{file}', '/{page}']);

type Deps = Pick<Telemetry, 'log' | 'requests' | 'metrics' | 'traces'> & {
  isTrustedProxy: (address: string) => boolean;
};

type Counted = { received: number; sent: number };

export type RequestWatch = ReturnType<typeof createRequestWatch>;

/**
 * Sees each request from its beginning to the last byte of its answer: gives it its id, logs, measures and traces it, and
 * knows which ones still run. Of the address only the template of its route is logged, never names, tokens or queries.
 */
export function createRequestWatch({ log, requests, metrics, traces, isTrustedProxy }: Deps) {
  const working = new Set<Promise<void>>();
  const open = new Map<ServerResponse, () => void>();
  /** Bytes of each connection that are counted already. */
  const counted = new WeakMap<Socket, Counted>();
  let isLast = false;
  metrics?.beforeBytes(() => {
    for (const count of open.values()) count();
  });

  return {
    /** Has a request answered. */
    watch(incoming: IncomingMessage, outgoing: ServerResponse, answer: () => Promise<unknown>): void {
      const begin = performance.now();
      const { socket } = incoming;
      const method = methods.has(incoming.method ?? '') ? (incoming.method as string) : 'other';
      const route = routeTemplate(incoming.url ?? '');
      const isFromProxy = isTrustedProxy(socket.remoteAddress ?? '');
      const requestId = requestIdOf(incoming, isFromProxy);
      const trace = traces?.request(
        `${method} ${route}`,
        { 'http.request.method': method, 'http.route': route, 'keepsake.request_id': requestId },
        isFromProxy ? incoming.headers : undefined,
      );
      const ids = { requestId, ...(trace && { traceId: trace.traceId }) };
      const moved = { received: 0, sent: 0 };
      const count = () => countBytes(socket, route, moved);

      outgoing.setHeader(requestIdHeader, requestId);
      if (isLast) outgoing.setHeader('connection', 'close');
      metrics?.requestBegan({ route, method });
      open.set(outgoing, count);
      outgoing.once('close', () => {
        count();
        open.delete(outgoing);
        // An answer that began before has promised to keep the connection.
        if (isLast) socket.destroySoon();
        const ms = performance.now() - begin;
        const isAborted = !outgoing.writableFinished;
        const status = outgoing.headersSent ? outgoing.statusCode : 0;
        metrics?.requestEnded({ route, method, status: isAborted ? 'aborted' : String(status), seconds: ms / 1000 });
        trace?.end(status);
        const level = levelOf(route, status);
        requests.run(ids, () =>
          log[level](
            { method, route, status, ms: Math.round(ms), ...moved, ...(isAborted && { isAborted }) },
            'Request',
          ),
        );
      });

      const work = requests.run(ids, async () => void (await (trace ? trace.run(answer) : answer())));
      working.add(work);
      void work.finally(() => working.delete(work));
    },

    /** From now on each answer is the last one on its connection. */
    closeAfterAnswers(): void {
      isLast = true;
      for (const outgoing of open.keys()) if (!outgoing.headersSent) outgoing.setHeader('connection', 'close');
    },

    /** Resolves when no request is worked on, also none whose client left. */
    async idle(): Promise<void> {
      while (working.size > 0) await Promise.allSettled(working);
    },
  };

  /** Adds what moved on the connection since it was counted last. Requests of one connection come one after the other. */
  function countBytes(socket: Socket, route: string, moved: Counted) {
    const { received, sent } = counted.get(socket) ?? { received: 0, sent: 0 };
    const now = { received: socket.bytesRead, sent: socket.bytesWritten };
    counted.set(socket, now);
    moved.received += now.received - received;
    moved.sent += now.sent - sent;
    metrics?.bytesMoved(route, now.received - received, now.sent - sent);
  }
}

function levelOf(route: string, status: number): 'debug' | 'info' | 'warn' {
  if (quietRoutes.has(route)) return 'debug';
  return status >= 500 ? 'warn' : 'info';
}
