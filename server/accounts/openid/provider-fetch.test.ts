import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { maxProviderBytes } from '#contract/limits.ts';
import { providerFetch } from './provider-fetch.ts';

const server = createServer(({ url = '' }, response) => {
  const [path] = url.split('?');
  if (path === '/long') return void response.end(Buffer.alloc(maxProviderBytes + 1));
  if (path === '/fits') return void response.end(Buffer.alloc(maxProviderBytes));
  if (path === '/broken') return void response.writeHead(502).end('<h1>Bad gateway</h1>');
  if (path === '/moved') return void response.writeHead(302, { location: '/fits' }).end();
  response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":"invalid_grant"}');
});
let origin = '';
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

const ask = (path: string, signal?: AbortSignal) =>
  providerFetch(`${origin}${path}?code=secret`, {
    method: 'GET',
    headers: {},
    redirect: 'manual',
    ...(signal && { signal }),
  });

test('an answer comes as it is, also one that refuses, and no redirect is followed', async () => {
  expect((await (await ask('/fits')).arrayBuffer()).byteLength).toBe(maxProviderBytes);
  const refused = await ask('/token');
  expect([refused.status, await refused.json()]).toEqual([400, { error: 'invalid_grant' }]);
  expect((await ask('/moved')).status).toBe(302);
});

test.each([
  ['a longer one', () => ask('/long'), `longer than ${maxProviderBytes} bytes`],
  ['a failure of the provider', () => ask('/broken'), 'it answered 502'],
  ['one that does not come in time', () => ask('/fits', AbortSignal.abort()), 'aborted'],
])('%s is none, and what is told of it has no query', async (_what, asking, reason) => {
  const error = await asking().catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: 'provider-unavailable', cause: { message: expect.stringContaining(reason) } });
  expect(String((error as Error).cause)).not.toContain('secret');
});
