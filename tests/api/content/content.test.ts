import { readdir, readlink } from 'node:fs/promises';
import { request } from 'node:http';
import { beforeAll, describe, expect, test } from 'vitest';
import type { File } from '#contract/records/entries.ts';
import { type Person, signUp, visit } from '#tests/support/client/build-account.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { bytes } from '#tests/support/fixtures/bytes.ts';
import { startServer, type TestServer } from '#tests/support/server/start-server.ts';

const body = bytes(1000);

describe('content', () => {
  let server: TestServer;
  let ada: Person;
  let file: File;
  beforeAll(async () => {
    server = await startServer();
    ada = await signUp(server);
    file = await uploadFile(ada, { name: 'photo.png', body, contentType: 'image/png' });
  });

  test('is for the session of its owner only; foreign, absent and misnamed are answered alike', async () => {
    const bob = await signUp(server);
    expect((await visit(server).fetch(file.url)).status).toBe(401);
    const [, , fileId, versionId] = file.url.split('/');
    const other = '0198c0de-0000-7000-8000-000000000000';
    const foreign = await bob.fetch(file.url);
    const bodies = new Set([await foreign.text()]);
    expect(foreign.status).toBe(404);
    for (const path of [
      `/content/${other}/${versionId}/x`,
      `/content/${fileId}/${other}/x`,
      '/content/..%2f/x/y',
      '/content/a%00/b/c',
    ]) {
      const answer = await ada.fetch(path);
      expect([path, answer.status]).toEqual([path, 404]);
      bodies.add(await answer.text());
    }
    expect([...bodies]).toEqual([JSON.stringify({ code: 'object-not-found', message: 'This file does not exist.' })]);
  });

  test('to a person who opens a link that cannot be opened, the page of the app says so; to a program the error', async () => {
    const asPerson = { headers: { 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate' } };
    for (const [who, path, status] of [
      [visit(server), file.url, 401],
      [ada, file.url.replace('/content/', '/content/x'), 404],
      [ada, '/content/x', 404],
    ] as const) {
      const page = await who.fetch(path, asPerson);
      expect([path, page.status, page.headers.get('content-type')]).toEqual([path, status, 'text/html; charset=utf-8']);
      expect(page.headers.get('cache-control')).toBe('no-store');
      expect(page.headers.get('content-security-policy')).toMatch(/script-src [^;]*\/assets\//);
      expect(await page.text()).toContain('<div id="keepsake">');
      expect((await who.fetch(path)).headers.get('content-type')).toContain('application/json');
    }
    expect((await ada.fetch(file.url, asPerson)).headers.get('content-type')).toBe('image/png');
  });

  test('is gone with Trash', async () => {
    const gone = await uploadFile(ada, { name: 'gone.png', body });
    await ada.api.entries.remove({ id: gone.id });
    expect((await ada.fetch(gone.url)).status).toBe(404);
  });

  test.each([
    ['bytes=0-0', 206, 0, 1],
    ['bytes=10-19', 206, 10, 20],
    ['bytes=990-', 206, 990, 1000],
    ['bytes=-5', 206, 995, 1000],
    ['bytes=0-99999', 206, 0, 1000],
    ['bytes=0-1,5-6', 200, 0, 1000],
    ['bytes=5-1', 416, 0, 0],
    ['bytes=1000-', 416, 0, 0],
    ['items=0-1', 200, 0, 1000],
    ['garbage', 200, 0, 1000],
  ])('Range: %s', async (range, status, start, end) => {
    const answer = await ada.fetch(file.url, { headers: { range } });
    expect(answer.status).toBe(status);
    if (status === 416) {
      expect(answer.headers.get('content-range')).toBe('bytes */1000');
      return;
    }
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(Buffer.from(body.subarray(start, end)));
    if (status === 206) expect(answer.headers.get('content-range')).toBe(`bytes ${start}-${end - 1}/1000`);
  });

  test('conditional requests (RFC 9110, section 13)', async () => {
    const first = await ada.fetch(file.url);
    const etag = first.headers.get('etag') ?? '';
    const date = first.headers.get('last-modified') ?? '';
    const past = new Date(0).toUTCString();
    const asked: [Record<string, string>, number][] = [
      [{ 'if-none-match': etag }, 304],
      [{ 'if-none-match': `"other", W/${etag}` }, 304],
      [{ 'if-none-match': '*' }, 304],
      [{ 'if-none-match': '"other"' }, 200],
      [{ 'if-none-match': '"other"', 'if-modified-since': date }, 200],
      [{ 'if-modified-since': date }, 304],
      [{ 'if-modified-since': past }, 200],
      [{ 'if-match': etag }, 200],
      [{ 'if-match': '"other"' }, 412],
      [{ 'if-unmodified-since': past }, 412],
      [{ 'if-range': etag, range: 'bytes=0-0' }, 206],
      [{ 'if-range': '"other"', range: 'bytes=0-0' }, 200],
      [{ 'if-range': date, range: 'bytes=0-0' }, 206],
      [{ 'if-range': past, range: 'bytes=0-0' }, 200],
    ];
    for (const [headers, status] of asked) {
      const answer = await ada.fetch(file.url, { headers, cache: 'no-store' });
      expect([headers, answer.status]).toEqual([headers, status]);
      await answer.arrayBuffer();
    }
  });

  test('HEAD tells the headers of GET', async () => {
    const [head, get] = await Promise.all([ada.fetch(file.url, { method: 'HEAD' }), ada.fetch(file.url)]);
    for (const name of ['content-length', 'content-type', 'etag', 'content-disposition', 'content-security-policy']) {
      expect(head.headers.get(name)).toBe(get.headers.get(name));
    }
    expect(head.headers.get('content-length')).toBe('1000');
    expect(await head.text()).toBe('');
  });

  test.each([
    ['image/png', 'inline', 'image/png'],
    ['image/jpeg', 'inline', 'image/jpeg'],
    ['video/mp4', 'inline', 'video/mp4'],
    ['audio/mpeg', 'inline', 'audio/mpeg'],
    ['text/plain', 'inline', 'text/plain; charset=utf-8'],
    ['text/html', 'attachment', 'text/html'],
    ['image/svg+xml', 'attachment', 'image/svg+xml'],
    ['application/xhtml+xml', 'attachment', 'application/xhtml+xml'],
    ['text/javascript', 'attachment', 'text/javascript'],
    ['application/pdf', 'attachment', 'application/pdf'],
    ['nonsense', 'attachment', 'application/octet-stream'],
    ['text/html; charset=utf-7', 'attachment', 'text/html'],
  ])('%s is served as %s', async (declared, disposition, contentType) => {
    const stored = await uploadFile(ada, { name: 'type-probe', body, contentType: declared });
    for (const path of [stored.url, `${stored.url}?inline=1&type=text/html`]) {
      const answer = await ada.fetch(path, { headers: { 'sec-fetch-dest': 'empty' } });
      expect(answer.headers.get('content-type')).toBe(contentType);
      const opened = await ada.fetch(path, { headers: { 'sec-fetch-dest': 'document' } });
      expect(opened.headers.get('content-type')).toBe(
        disposition === 'inline' ? contentType : 'application/octet-stream',
      );
      await opened.arrayBuffer();
      expect(answer.headers.get('content-disposition')).toMatch(new RegExp(`^${disposition};`));
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      expect(answer.headers.get('content-security-policy')).toMatch(
        /default-src 'none'.*; sandbox( allow-same-origin)?$/,
      );
      expect(answer.headers.get('cache-control')).toBe('private, no-cache');
      await answer.arrayBuffer();
    }
  });

  test.each(['script', 'style', 'worker', 'sharedworker', 'serviceworker'])(
    'nothing that was uploaded is given to a page as its %s',
    async (destination) => {
      for (const [name, contentType] of [
        ['app.js', 'text/javascript'],
        ['app.css', 'text/css'],
        ['words.txt', 'text/plain'],
      ] as const) {
        const stored = await uploadFile(ada, { name, body, contentType });
        for (const path of [stored.url, `/api/objects/${name}?alt=media`]) {
          const answer = await ada.fetch(path, { headers: { 'sec-fetch-dest': destination } });
          expect([answer.status, await answer.json()]).toEqual([403, expect.objectContaining({ code: 'never-runs' })]);
        }
      }
    },
  );

  test('a PDF that is one opens in the window under a policy of its own', async () => {
    const stored = await uploadFile(ada, {
      name: 'real.pdf',
      body: Buffer.from('%PDF-1.7\n'),
      contentType: 'application/pdf',
    });
    const answer = await ada.fetch(stored.url);
    expect(answer.headers.get('content-disposition')).toMatch(/^inline/);
    expect(answer.headers.get('content-security-policy')).toMatch(/default-src 'none'/);
    expect(answer.headers.get('content-security-policy')).not.toMatch(/sandbox|script-src/);
  });

  test.each([
    'naïve café.txt',
    '日本語.txt',
    'a"b\\c;d.txt',
    'line\r\nSet-Cookie: x=y.txt',
    '100%.txt',
    '🏖️.txt',
    "it's (1)*.txt",
    'a'.repeat(255),
  ])('the name %j travels whole (RFC 6266, RFC 8187)', async (name) => {
    const stored = await uploadFile(ada, { name, body: bytes(3) });
    const answer = await ada.fetch(stored.url);
    expect(answer.status).toBe(200);
    expect(nameIn(answer.headers.get('content-disposition') ?? '')).toBe(name);
    expect(answer.headers.get('set-cookie')).toBeNull();
  });

  test('clients that go away in the middle leave no open file behind', async () => {
    const large = await uploadFile(ada, { name: 'large.bin', body: bytes(8_000_000) });
    const before = await openFiles(server.pid);
    await Promise.all(Array.from({ length: 30 }, () => readAndLeave(server, ada, large.url)));
    await expect.poll(() => openFiles(server.pid)).toBeLessThanOrEqual(before + 2);
  });
});

/** The filename of a Content-Disposition: `filename*` when it is there (RFC 8187), else the quoted or bare one. */
function nameIn(header: string): string {
  const extended = /filename\*=UTF-8''([^;]+)/i.exec(header)?.[1];
  if (extended) return decodeURIComponent(extended);
  const quoted = /filename="((?:\\.|[^"\\])*)"/.exec(header)?.[1];
  if (quoted !== undefined) return quoted.replace(/\\(.)/g, '$1');
  return /filename=([^;]+)/.exec(header)?.[1] ?? '';
}

function readAndLeave(server: TestServer, person: Person, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request(`${server.baseUrl}${path}`, { headers: { cookie: person.cookie } }, (response) => {
      response.once('data', () => {
        response.destroy();
        resolve();
      });
      response.once('error', reject);
    });
    sent.once('error', reject);
    sent.end();
  });
}

async function openFiles(pid: number): Promise<number> {
  const links = await Promise.all(
    (await readdir(`/proc/${pid}/fd`)).map((fd) => readlink(`/proc/${pid}/fd/${fd}`).catch(() => '')),
  );
  return links.filter((target) => target.includes('/blobs/')).length;
}
