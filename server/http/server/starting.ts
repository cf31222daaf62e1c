import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Health, healthOf } from '#contract/health.ts';

/**
 * Answers health checks while the server starts: alive, and not ready. Returns whether the request was one; all
 * others wait.
 */
export function answerStarting({ url }: IncomingMessage, outgoing: ServerResponse): boolean {
  if (url !== '/healthz' && url !== '/readyz') return false;
  const health: Health = url === '/healthz' ? { status: 'ok' } : healthOf(['starting']);
  outgoing
    .writeHead(health.status === 'ok' ? 200 : 503, { 'content-type': 'application/json' })
    .end(JSON.stringify(health));
  return true;
}
