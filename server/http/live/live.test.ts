import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { ownScope } from '#server/drive/access/scope.ts';
import { createLiveHandler } from './live.ts';

type Deps = Parameters<typeof createLiveHandler>[0];

test('its end waits for what a stream reads, also one whose listener left', async () => {
  const reading = Promise.withResolvers<number>();
  const ada = { kind: 'person' as const, account: 'ada' };
  const live = createLiveHandler({
    identify: async () => ada,
    access: { liveScopes: async () => [ownScope(ada)] } as unknown as Deps['access'],
    feed: {
      listen: () => () => {},
      revision: () => reading.promise,
      after: async () => ({ changes: [], isMore: false }),
    } as unknown as Deps['feed'],
    transfers: { listen: () => () => {}, read: () => ({ version: 0, transfers: [] }) } as unknown as Deps['transfers'],
    answerError: () => ({ status: 500, body: { code: 'unexpected', message: '' } }) as never,
  });
  const left = Promise.withResolvers<void>();
  const server = createServer((_incoming, outgoing) => {
    outgoing.once('close', left.resolve);
    void live.handle({ request: new Request('http://localhost/api/live'), outgoing });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const leaving = new AbortController();
  await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, { signal: leaving.signal });
  leaving.abort();
  await left.promise;

  live.move();
  let hasEnded = false;
  const ended = live.ended().then(() => (hasEnded = true));
  await new Promise(setImmediate);
  expect(hasEnded).toBe(false);
  reading.resolve(1);
  await ended;
  server.close();
});
