import type { Server } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { RequestWatch } from './watch-requests.ts';

/** How long the bytes of what was cut may take to get onto the disk. */
const keepMs = 5000;

type Draining = { server: Server; requests: RequestWatch; maxMs: number };

/**
 * Takes no new connections, lets running requests end and cuts what is left after `maxMs`: an upload then goes on from
 * what it has. Returns when what came is kept.
 */
export async function drain({ server, requests, maxMs }: Draining): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  requests.closeAfterAnswers();
  const cut = setTimeout(() => server.closeAllConnections(), maxMs);
  await closed;
  clearTimeout(cut);
  await Promise.race([requests.idle(), pause(keepMs, undefined, { ref: false })]);
}
