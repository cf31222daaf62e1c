import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createRawServer, type Server as RawServer } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { maxOperationRetryMs } from '#contract/retries.ts';
import { programServer } from '../../server.ts';
import { readByHttp } from './read-by-http.ts';

const body = Buffer.alloc(64 * 1024, 'all of it');
/** More than the buffers between two sockets take. */
const large = Buffer.alloc(32_000_000);
/** Of the event loop, in which what was sent arrives. */
const turns = 50;

test('a connection that is closed before anything was read loses nothing', async () => {
  const ended = Promise.withResolvers<void>();
  const raw = createRawServer((socket) =>
    socket.once('data', () => {
      socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n`);
      socket.write(body);
      socket.end(() => ended.resolve());
    }),
  );
  const response = await readByHttp(await addressOf(raw));
  await ended.promise;
  for (let turn = 0; turn < turns; turn += 1) await nextTurn();
  expect(Buffer.from(await response.arrayBuffer()).equals(body)).toBe(true);
});

test('a connection that breaks is an error', async () => {
  const baseUrl = await listen(({ socket }, response) => {
    response.writeHead(200, { 'content-length': body.length });
    response.write(body.subarray(1000), () => socket.resetAndDestroy());
  });
  await expect(readByHttp(baseUrl).then((broken) => broken.bytes())).rejects.toThrow(/aborted|ECONNRESET|hang up/);
});

// Sooner than its silence would end a connection that nobody reads.
const timeout = maxOperationRetryMs / 2;

test('what a redirect says is dropped, and its target is asked with the same credentials', { timeout }, async () => {
  const asked: unknown[] = [];
  const { promise: dropped, resolve: onDropped } = Promise.withResolvers<void>();
  const baseUrl = await listen(({ url, headers }, response) => {
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

async function listen(onRequest: RequestListener): Promise<string> {
  const server = createServer(onRequest);
  onTestFinished(() => server.closeAllConnections());
  return await addressOf(server);
}

async function addressOf(server: RawServer): Promise<string> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
