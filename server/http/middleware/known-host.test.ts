import { Hono } from 'hono';
import { describe, expect, test } from 'vitest';
import type { Env } from '../server/env.ts';
import { rejectUnknownHosts } from './known-host.ts';

const known = ['localhost', 'localhost:3000', 'LOCALHOST', 'a.localhost', '127.0.0.1:3000', '[::1]:80', '192.168.1.7'];
const named = ['nas', 'nas.local:3000', 'nas.example.net'];
const unknown = [
  'evil.example',
  'localhost.evil.example',
  '127.0.0.1.evil.example',
  'nas.evil.example',
  'a b',
  '@',
  '',
];

type Asked = { method?: string; path?: string; publicUrl?: URL; contentUrl?: URL };

function statusOf(host: string, { method = 'POST', path = '/', ...urls }: Asked = {}) {
  const app = new Hono<Env>();
  app.use(rejectUnknownHosts({ publicUrl: undefined, ...urls, machine: 'NAS.example.net' }));
  app.all('*', (context) => context.text('reached'));
  const bindings = { incoming: { headers: { host } } } as unknown as Env['Bindings'];
  return Promise.resolve(app.request(`http://any${path}`, { method }, bindings)).then(({ status }) => status);
}

describe('without a public URL', () => {
  test.each([...known, ...named])('%j is known', async (host) => {
    expect([await statusOf(host), await statusOf(host, { method: 'GET' })]).toEqual([200, 200]);
  });

  test.each(unknown)('%j may read, and write nothing', async (host) => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) expect(await statusOf(host, { method })).toBe(421);
    expect(await statusOf(host, { method: 'GET' })).toBe(200);
  });
});

describe('with a public URL', () => {
  const publicUrl = new URL('https://keepsake.example.org');

  test.each(['keepsake.example.org', 'Keepsake.example.org:443', ...known, ...named])('%j is known', async (host) => {
    expect([await statusOf(host, { publicUrl }), await statusOf(host, { publicUrl, method: 'GET' })]).toEqual([
      200, 200,
    ]);
  });

  test.each(unknown)('%j gets nothing but health checks', async (host) => {
    for (const method of ['GET', 'POST']) expect(await statusOf(host, { publicUrl, method })).toBe(421);
    expect(await statusOf(host, { publicUrl, method: 'GET', path: '/healthz' })).toBe(200);
    expect(await statusOf(host, { publicUrl, method: 'OPTIONS' })).toBe(200);
  });
});

describe('at the host for content', () => {
  const publicUrl = new URL('https://keepsake.example.org');
  const contentUrl = new URL('https://files.example.org:8443');
  const at = (method: string, path: string, host = 'files.example.org:8443') =>
    statusOf(host, { method, path, publicUrl, contentUrl });

  test('there is nothing but content', async () => {
    expect([await at('GET', '/content/a/b/c'), await at('HEAD', '/content/a/b/c')]).toEqual([200, 200]);
    expect([await at('GET', '/'), await at('POST', '/content/a/b/c'), await at('GET', '/api/live')]).toEqual([
      404, 404, 404,
    ]);
    expect(await at('GET', '/readyz')).toBe(200);
    expect(await at('GET', '/content/a/b/c', 'files.example.org')).toBe(421);
  });
});
