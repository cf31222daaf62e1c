import type { Server } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { RequestWatch } from './watch-requests.ts';

/** How long it may take to store the bytes of requests that were cut off. */
const storeMs = 5000;

type Draining = { server: Server; requests: RequestWatch; maxMs: number };

/**
 * Accepts no new connections, lets running requests end and cuts off the rest after `maxMs`; an upload resumes from what
 * was stored of it. Returns when all received bytes are stored.
 */
export async function drain({ server, requests, maxMs }: Draining): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  requests.closeAfterAnswers();
  const cut = setTimeout(() => server.closeAllConnections(), maxMs);
  await closed;
  clearTimeout(cut);
  await Promise.race([requests.idle(), pause(storeMs, undefined, { ref: false })]);
}
