import { idempotencyKeyHeader } from '#contract/storage.ts';
import type { Server } from '../../server.ts';
import { newId } from './new-id.ts';

/** What the server does once for each key, however often it is asked (`repeatableWrite` of the contract). */
const repeatable: readonly (readonly [method: string, path: RegExp])[] = [
  ['POST', /^\/api\/(folders|batch|undo\/[^/]+|trash\/[^/]+\/restore)$/],
  ['PATCH', /^\/api\/entries\/[^/]+$/],
  ['DELETE', /^\/api\/entries\/[^/]+$/],
];
/** After each failure, in milliseconds: a change of networks or a restart of the server takes a few seconds. */
const pausesMs = [500, 1500, 3000];
/** Given by a proxy that got no answer of the server. */
const lostStatuses = [502, 504];

export function isRepeatable(method: string, path: string): boolean {
  return repeatable.some(([itsMethod, itsPath]) => method === itsMethod && itsPath.test(path));
}

/** The same server; what it may have done although its answer was lost is sent again. */
export function sendLostAgain(server: Server, pause = wait): Server {
  return {
    ...server,
    async fetch(input, init) {
      const request = new Request(input, init);
      if (!isRepeatable(request.method, new URL(request.url).pathname)) return await server.fetch(request);
      request.headers.set(idempotencyKeyHeader, newId());
      for (const ms of pausesMs) {
        const response = await server.fetch(request.clone()).catch(whenLost);
        if (response !== undefined && !lostStatuses.includes(response.status)) return response;
        await pause(ms);
      }
      return await server.fetch(request);
    },
  };
}

/** Only a request that could not be sent or answered fails with a TypeError (Fetch, section 5.6). */
function whenLost(error: unknown): undefined {
  if (!(error instanceof TypeError)) throw error;
}

async function wait(ms: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms));
}
