/** What every answer tells the browser, whichever part of the server gives it (OWASP ASVS 5.0, sections 3.4 and 4.1). */
import { globSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { type Person, signUp } from '#tests/support/client/build-account.ts';
import { openRawConnection } from '#tests/support/client/raw-connection.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { bytes } from '#tests/support/fixtures/bytes.ts';
import { projectFolder } from '#tests/support/fixtures/project-copy.ts';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';
import { type SharedServer, sharedServer } from '#tests/support/server/shared-server.ts';

const assets = globSync('assets/*.{js,css,woff2}', { cwd: `${projectFolder}/web/dist` }).map((name) => `/${name}`);
const pages = ['/', '/task', '/favicon.ico', '/manifest.webmanifest', '/robots.txt', '/no/such/page'];
const docs = ['/api/docs', '/api/docs/start.js', '/api/docs/swagger-ui.css', '/api/openapi.json'];
const calls = ['/healthz', '/readyz', '/api/folders/root', '/api/nothing', '/api/auth/get-session', '/content/x/y/z'];

let server: SharedServer;
let person: Person;
beforeAll(async () => {
  server = await sharedServer();
  person = await signUp(server);
});

test('every answer has a policy that allows no plug-in, no frame and no other base, and is not sniffed', async () => {
  const { url } = await uploadFile(person, { name: 'page.html', body: bytes(10) });
  expect(assets.filter((path) => path.includes('hash-worker'))).not.toEqual([]);
  for (const path of [...pages, ...docs, ...calls, ...assets, url]) {
    const { headers } = await person.fetch(path);
    const policy = headers.get('content-security-policy') ?? '';
    expect([path, policy]).toEqual([path, expect.stringMatching(/default-src 'none'|object-src 'none'/)]);
    expect([path, policy]).toEqual([path, expect.stringContaining("frame-ancestors 'none'")]);
    expect([path, policy]).toEqual([path, expect.stringContaining("base-uri 'none'")]);
    expect([path, headers.get('x-content-type-options')]).toEqual([path, 'nosniff']);
    expect([path, headers.get('referrer-policy')]).toEqual([path, 'no-referrer']);
    expect([path, headers.get('access-control-allow-origin')]).toEqual([path, null]);
  }
});

test('text says its encoding, and what is personal is not cached', async () => {
  for (const path of [...pages, ...docs, ...calls, ...assets]) {
    const { headers } = await person.fetch(path);
    const type = headers.get('content-type') ?? '';
    const isPersonal = path.startsWith('/api/') || path.startsWith('/content/');
    expect([path, type]).toEqual([path, expect.stringMatching(/^(?!text\/)|; ?charset=utf-8$/i)]);
    expect([path, headers.get('cache-control')]).toEqual([path, isPersonal ? 'no-store' : expect.any(String)]);
  }
});

test('TRACE, which repeats cookies, is not supported', async () => {
  const raw = await openRawConnection(server);
  const headers = { host: new URL(server.baseUrl).host, origin: server.baseUrl, cookie: person.cookie };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  raw.write(`TRACE / HTTP/1.1\r\n${lines.join('')}\r\n`);
  await waitFor(() => raw.answer().status > 0, { what: 'the answer' });
  expect(raw.answer().body).not.toContain(person.cookie);
  expect(raw.answer().status).toBe(405);
  raw.end();
});
