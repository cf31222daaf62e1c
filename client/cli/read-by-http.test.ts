import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { maxOperationRetryMs } from '#contract/storage.ts';
import { programServer } from '../server.ts';
import { readByHttp } from './read-by-http.ts';

const body = Buffer.alloc(60_000, 'all of it');
/** More than the buffers between two sockets take. */
const large = Buffer.alloc(32_000_000);
/** Of the event loop, in which what was sent arrives. */
const turns = 50;

test('a connection that is closed before all was read loses nothing, and one that breaks is an error', async () => {
  const { promise: begun, resolve: onBegun } = Promise.withResolvers<() => void>();
  const { baseUrl } = await listen((request, response) => {
    response.writeHead(200, { 'content-length': body.length, connection: 'close' });
    if (request.url === '/broken') response.write(body.subarray(1000), () => request.socket.resetAndDestroy());
    else response.write(body.subarray(0, 40_000), () => onBegun(() => void response.end(body.subarray(40_000))));
  });
  const whole = await readByHttp(`${baseUrl}/whole`);
  (await begun)();
  for (let turn = 0; turn < turns; turn += 1) await nextTurn();
  expect(Buffer.from(await whole.arrayBuffer()).equals(body)).toBe(true);
  await expect(readByHttp(`${baseUrl}/broken`).then((broken) => broken.bytes())).rejects.toThrow(/aborted|ECONNRESET/);
});

// Sooner than its silence would end a connection that nobody reads.
const timeout = maxOperationRetryMs / 2;

test('what a redirect says is dropped, and its target is asked with the same credentials', { timeout }, async () => {
  const asked: unknown[] = [];
  const { promise: dropped, resolve: onDropped } = Promise.withResolvers<void>();
  const { baseUrl } = await listen(({ url, headers }, response) => {
    asked.push([url, headers.authorization]);
    if (url === '/there') response.end('there');
    else response.once('close', onDropped).writeHead(307, { location: '/there' }).end(large);
  });
  const { fetch } = programServer({ baseUrl, token: 'token' }, readByHttp);
  expect(await (await fetch(`${baseUrl}/here`)).text()).toBe('there');
  expect(asked).toEqual([
    ['/here', 'Bearer token'],
    ['/there', 'Bearer token'],
  ]);
  await dropped;
});

async function listen(onRequest: RequestListener) {
  const server = createServer(onRequest);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}
