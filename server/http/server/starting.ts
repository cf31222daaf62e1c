import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Health, healthOf } from '#contract/health.ts';

/**
 * Answers the questions for health while the server starts: alive, and not ready. Returns whether it was one; all other
 * requests wait.
 */
export function answerStarting({ url }: IncomingMessage, outgoing: ServerResponse): boolean {
  if (url !== '/healthz' && url !== '/readyz') return false;
  const health: Health = url === '/healthz' ? { status: 'ok' } : healthOf(['starting']);
  outgoing
    .writeHead(health.status === 'ok' ? 200 : 503, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    .end(JSON.stringify(health));
  return true;
}
