import { createHmac, hkdfSync } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { beforeAll, describe, expect, test } from 'vitest';
import { contentTicketSeconds } from '#contract/limits.ts';
import { type Person, signUp } from '#tests/support/client/build-account.ts';
import { programOf } from '#tests/support/client/program.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { bytes } from '#tests/support/fixtures/bytes.ts';
import { startServer, type TestServer } from '#tests/support/server/start-server.ts';

const publicUrl = 'http://keepsake.example.org';
const contentUrl = 'http://keepsake-files.example.org';
const secret = 'the secret of a server that is only here';
const body = bytes(1000);

describe('with an origin of its own for files', () => {
  let server: TestServer;
  let ada: Person;
  let url: string;
  beforeAll(async () => {
    server = await startServer({ env: { PUBLIC_URL: publicUrl, CONTENT_URL: contentUrl, SECRET: secret } });
    ada = await signUp({ ...server, sendRequest: asOwnPage });
    ({ url } = await uploadFile(ada, { name: 'a page.html', body, contentType: 'text/html' }));
  });

  test('a browser is sent there, and reads the file without a cookie: whole, in part, by its head, if it changed', async () => {
    const address = await sentTo(url);
    expect(address.href).toMatch(/^http:\/\/keepsake-files\.example\.org\/content\/[^?]*\/a%20page\.html\?ticket=/);
    const whole = await read(address);
    expect([whole.status, whole.body.equals(Buffer.from(body))]).toEqual([200, true]);
    expect(whole.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': expect.stringMatching(/^attachment/),
      'content-security-policy': expect.stringContaining('sandbox'),
      'x-content-type-options': 'nosniff',
    });
    expect(whole.headers['set-cookie']).toBeUndefined();
    const part = await read(address, { headers: { range: 'bytes=10-19' } });
    expect([part.status, part.body.equals(Buffer.from(body.subarray(10, 20)))]).toEqual([206, true]);
    const head = await read(address, { method: 'HEAD' });
    expect([head.status, head.headers['content-length']]).toEqual([200, '1000']);
    const same = await read(address, { headers: { 'if-none-match': String(whole.headers.etag) } });
    expect(same.status).toBe(304);
  });

  test('by its path too, and with a download token, which goes along', async () => {
    expect((await sentTo('/api/objects/a%20page.html?alt=media')).pathname).toBe(url);
    const made = await ada.api.downloadTokens.create({ fileId: url.split('/')[2] ?? '' });
    const shared = await fetch(new URL(made.url, server.baseUrl), { redirect: 'manual' });
    expect(shared.headers.get('location')).toBe(`${contentUrl}${made.url}`);
    expect((await read(new URL(made.url, contentUrl))).body.equals(Buffer.from(body))).toBe(true);
  });

  test('what the app shows on its own page is read where that is; nothing that becomes a document, and nobody else', async () => {
    const own = { cookie: ada.cookie, 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'no-cors' };
    const statusOf = async (headers: Record<string, string>) =>
      (await read(new URL(url, publicUrl), { headers: { ...own, ...headers } })).status;
    for (const part of ['image', 'video', 'audio', 'empty'])
      expect([part, await statusOf({ 'sec-fetch-dest': part })]).toEqual([part, 200]);
    for (const document of ['document', 'iframe', 'embed', 'object'])
      expect([document, await statusOf({ 'sec-fetch-dest': document })]).toEqual([document, 302]);
    expect(await statusOf({ 'sec-fetch-dest': 'image', 'sec-fetch-site': 'same-site' })).toBe(302);
    expect(await statusOf({ 'sec-fetch-dest': 'empty', 'sec-fetch-mode': 'navigate' })).toBe(302);
  });

  test('programs read where they are', async () => {
    const program = await programOf(ada);
    expect((await program.fetch(url, { redirect: 'manual' })).status).toBe(200);
    expect((await program.fetch('/api/objects/a%20page.html?alt=media', { redirect: 'manual' })).status).toBe(200);
  });

  test('nothing else is there, and no cookie counts', async () => {
    const own = { cookie: ada.cookie };
    for (const path of ['/', '/login', '/api/folders/root', '/api/auth/get-session', '/api/objects', '/assets/x.js'])
      expect([path, (await read(new URL(path, contentUrl), { headers: own })).status]).toEqual([path, 404]);
    for (const method of ['PUT', 'POST', 'DELETE'])
      expect((await read(new URL(url, contentUrl), { method, headers: own })).status).toBe(404);
    expect((await read(new URL(url, contentUrl), { headers: own })).status).toBe(401);
    expect((await read(new URL('/healthz', contentUrl))).status).toBe(200);
  });

  test('a ticket is for one version, and cannot be made or changed', async () => {
    const address = await sentTo(url);
    const other = await uploadFile(ada, { name: 'other.txt', body: bytes(10) });
    const next = await uploadFile(ada, { name: 'other.txt', body: bytes(20) });
    const elsewhere = await sentTo(next.url);
    for (const [path, ticket] of [
      [other.url, elsewhere.searchParams.get('ticket')],
      [other.url, address.searchParams.get('ticket')],
      [url, `${address.searchParams.get('ticket')}x`],
      [url, 'e30.'],
      [url, ''],
    ] as const) {
      const forged = new URL(path, contentUrl);
      forged.searchParams.set('ticket', String(ticket));
      expect((await read(forged)).status).toBe(401);
    }
    const bob = await signUp({ ...server, sendRequest: asOwnPage });
    expect((await bob.fetch(url, { redirect: 'manual' })).status).toBe(404);
  });

  test('it ends with its session; when its time is over the browser gets a new one', async () => {
    const person = await signUp({ ...server, sendRequest: asOwnPage });
    const file = await uploadFile(person, { name: 'short.bin', body });
    const address = await sentTo(file.url, person);
    expect((await read(address)).status).toBe(200);
    await person.account.logOut();
    expect((await read(address)).status).toBe(401);

    const late = await sentTo(url);
    const [payload = ''] = late.searchParams.get('ticket')?.split('.') ?? [];
    const ticket = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { until: number };
    expect(Math.abs(ticket.until - Date.now() - contentTicketSeconds * 1000)).toBeLessThan(60_000);
    late.searchParams.set('ticket', signed({ ...ticket, until: Date.now() - 1 }));
    const over = await read(late);
    expect([over.status, over.headers.location]).toEqual([302, `${publicUrl}${url}`]);
    // Signed once more as it was, it opens the file.
    late.searchParams.set('ticket', signed(ticket));
    expect((await read(late)).status).toBe(200);
  });

  /** The page of the app, at its public address. */
  function asOwnPage(asked: Request): Promise<Response> {
    asked.headers.set('origin', publicUrl);
    return fetch(asked);
  }

  async function sentTo(path: string, person = ada): Promise<URL> {
    const answer = await person.fetch(path, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([302, 'no-store']);
    return new URL(answer.headers.get('location') ?? '');
  }

  async function read(address: URL, { method = 'GET', headers = {} }: Asking = {}) {
    const { pathname, search, host } = address;
    const asked = request(`${server.baseUrl}${pathname}${search}`, { method, headers: { ...headers, host } });
    const [answer] = (await once(asked.end(), 'response')) as [IncomingMessage];
    return { status: answer.statusCode, headers: answer.headers, body: Buffer.concat(await answer.toArray()) };
  }
});

type Asking = { method?: string; headers?: Record<string, string> };

/** As the server signs what it says in a ticket. */
function signed(ticket: object): string {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'keepsake content tickets', 32));
  const payload = Buffer.from(JSON.stringify(ticket)).toString('base64url');
  return `${payload}.${createHmac('sha256', key).update(payload).digest('base64url')}`;
}
