import { beforeAll, describe, expect, test } from 'vitest';
import { redirectSeconds } from '#contract/limits.ts';
import { askAsBrowser } from '#tests/support/client/ask-as-browser.ts';
import { type Person, signUp } from '#tests/support/client/build-account.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { bytes, sha256 } from '#tests/support/fixtures/bytes.ts';
import { secondsEarlier } from '#tests/support/server/faketime.ts';
import { startServer } from '#tests/support/server/start-server.ts';

const body = bytes(2_000_000, 'elsewhere');
/** What a browser says when a person follows a link. */
const followed = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };

describe('downloads that may leave the server', () => {
  let ada: Person;
  beforeAll(async () => {
    ada = await signUp(await startServer({ env: { STORAGE_REDIRECT: 'on' } }));
  });

  const ask = (url: string, headers: Record<string, string> = followed, method = 'GET') =>
    askAsBrowser(ada, url, { method, headers });

  test('are sent on when a person saves a file, with type and disposition kept', async () => {
    const { url } = await uploadFile(ada, { name: 'füller "1".html', contentType: 'text/html', body });
    const sent = await ask(url);
    expect([sent.status, sent.headers.get('cache-control')]).toEqual([302, 'no-store']);
    const there = await fetch(sent.headers.get('location') ?? '');
    const { headers } = await ask(url, {}, 'HEAD');
    for (const name of ['content-type', 'content-disposition', 'content-length', 'cache-control'])
      expect([name, there.headers.get(name)]).toEqual([name, headers.get(name)]);
    expect(there.headers.get('content-disposition')).toMatch(/^attachment/);
    expect(sha256(await there.arrayBuffer())).toBe(sha256(body));
  });

  test('can be gone on with, and end soon', async () => {
    const { url } = await uploadFile(ada, { name: 'film.mkv', contentType: 'video/x-matroska', body });
    const address = (await ask(url)).headers.get('location') ?? '';
    const rest = await fetch(address, { headers: { range: 'bytes=1999990-' } });
    expect([rest.status, (await rest.arrayBuffer()).byteLength]).toEqual([206, 10]);
    expect(new URL(address).searchParams.get('X-Amz-Expires')).toBe(String(redirectSeconds));
    const changed = new URL(address);
    changed.searchParams.set('response-content-disposition', 'inline');
    expect((await fetch(changed)).status).toBe(403);
  });

  test('cannot be begun when the time of their address is over', async () => {
    const env = { STORAGE_REDIRECT: 'on', ...secondsEarlier(redirectSeconds + 5) };
    const person = await signUp(await startServer({ env }));
    const { url } = await uploadFile(person, { name: 'film.mkv', contentType: 'video/x-matroska', body });
    const sent = await askAsBrowser(person, url, { headers: followed });
    const there = await fetch(sent.headers.get('location') ?? '');
    expect([sent.status, there.status]).toEqual([302, 403]);
  });

  test.each([
    ['what a browser shows', 'image/png', body, followed],
    ['what a page asks for', 'application/zip', body, { 'sec-fetch-mode': 'cors' }],
    ['what a program asks for', 'application/zip', body, {}],
    ['little', 'application/zip', bytes(100_000), followed],
  ])('stay here for %s', async (_, contentType, content, headers) => {
    const { url } = await uploadFile(ada, { name: 'here', contentType, body: content });
    const response = await ask(url, headers);
    expect(response.status).toBe(200);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(sha256(await response.arrayBuffer())).toBe(sha256(content));
  });

  test('are nobody else’s', async () => {
    const { url } = await uploadFile(ada, { name: 'mine.zip', contentType: 'application/zip', body });
    const bob = await signUp({ ...ada.server });
    const response = await askAsBrowser(bob, url, { headers: followed });
    expect([response.status, response.headers.get('location')]).toEqual([404, null]);
  });

  test('do not leave a server that was not told so', async () => {
    const eve = await signUp(await startServer());
    const { url } = await uploadFile(eve, { name: 'here.zip', contentType: 'application/zip', body });
    expect((await askAsBrowser(eve, url, { headers: followed })).status).toBe(200);
  });
});
