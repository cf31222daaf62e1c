import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createConnections } from './connections.ts';

let server: ReturnType<typeof createConnections>;
let client: Socket;
/** Of the requests that came: their addresses, and the answers that they wait for. */
let asked: [url: string | undefined, outgoing: ServerResponse][];

beforeEach(async () => {
  asked = [];
  server = createConnections({
    silenceMs: 10_000,
    maxConnections: 10,
    onRefused: () => {},
    headers: { 'x-each': 'yes' },
    answer: ({ url }, outgoing) => asked.push([url, outgoing]),
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.on('error', () => {});
  await once(client, 'connect');
});
afterEach(() => {
  client.destroy();
  server.close();
});

function send(count: number): void {
  client.write(Array.from({ length: count }, (_, i) => `GET /${i} HTTP/1.1\r\nHost: here\r\n\r\n`).join(''));
}

test('of the requests that came at once on a connection each is begun when the one before it is answered', async () => {
  let received = '';
  client.on('data', (bytes: Buffer) => (received += bytes.toString()));
  send(3);
  for (const url of ['/0', '/1', '/2']) {
    await expect.poll(() => asked.map(([one]) => one)).toEqual([url]);
    asked.pop()?.[1].end(`answer to ${url}`);
  }
  await expect.poll(() => received.match(/x-each: yes|answer to .2?\d/g)).toHaveLength(6);
  expect(received.match(/answer to ..?/g)).toEqual(['answer to /0', 'answer to /1', 'answer to /2']);
});

test('more than a few of them close it, and none of the rest is begun', async () => {
  send(100);
  await once(client, 'close');
  expect(asked.map(([url]) => url)).toEqual(['/0']);
});
