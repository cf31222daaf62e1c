import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { signUp, visit } from '#tests/support/client/build-account.ts';
import { tus } from '#tests/support/client/tus.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { loseBytes } from '#tests/support/database/stored-blobs.ts';
import { bytes } from '#tests/support/fixtures/bytes.ts';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';
import { type SharedServer, sharedServer } from '#tests/support/server/shared-server.ts';
import { startServer } from '#tests/support/server/start-server.ts';

/** Ways round the front that someone tried. */
describe('handlers that stay closed', () => {
  let server: SharedServer;
  beforeAll(async () => {
    server = await sharedServer();
  });

  test('HEAD does not open a live stream', async () => {
    const ada = await signUp(server);
    for (let i = 0; i < 25; i += 1) expect((await ada.fetch('/api/live', { method: 'HEAD' })).status).toBe(405);
    const stream = await ada.fetch('/api/live');
    expect(stream.status).toBe(200);
    expect(stream.headers.get('cache-control')).toBe('no-store');
    await stream.body?.cancel();
  });

  test('a session that ends while bytes come makes no file of them', async () => {
    const ada = await signUp(server);
    const place = await tus(ada).place({ name: 'late.bin', length: 10 });
    const { cookie } = ada;
    const body = new ReadableStream({
      async start(controller) {
        controller.enqueue(bytes(5));
        await ada.account.logOut();
        controller.enqueue(bytes(5));
        controller.close();
      },
    });
    const response = await tus(ada).send(place, 0, body, { cookie });
    expect([response.status, (await response.json()).code]).toEqual([401, 'unauthenticated']);
  });

  test('a body without a length that brings more than was declared is not stored at all', async () => {
    const ada = await signUp(server);
    const place = await tus(ada).place({ name: 'lie.bin', length: 5 });
    await tus(ada).send(place, 0, bytes(2));
    const body = new ReadableStream({
      async start(controller) {
        controller.enqueue(bytes(3));
        await new Promise((resolve) => setTimeout(resolve, 100));
        controller.enqueue(bytes(1));
        controller.close();
      },
    });
    const response = await tus(ada).send(place, 2, body);
    expect([response.status, (await response.json()).code]).toEqual([413, 'upload-too-long']);
    expect(await tus(ada).offset(place)).toBe(2);
  });

  test('bytes that are no longer whole are not served as if they were', async () => {
    const own = await startServer();
    const ada = await signUp(own);
    const file = await uploadFile(ada, { name: 'hurt.bin', body: bytes(100_000) });
    await loseBytes(own, 400);
    own.expectLog(/A blob is damaged/);
    const response = await ada.fetch(file.url);
    expect([response.status, (await response.json()).code]).toEqual([500, 'file-damaged']);
    await waitFor(() => /It has 400 bytes, not 100000/.test(own.log()), { what: 'the line in the log' });
  });

  test('a mail never carries the address of another site', async () => {
    const { email } = await signUp(server);
    for (const redirectTo of ['https://evil.example/x', '//evil.example', '/\\evil.example', 'javascript:alert(1)']) {
      const response = await visit(server).fetch('/api/auth/request-password-reset', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, redirectTo }),
      });
      expect([redirectTo, response.status]).toEqual([redirectTo, 403]);
    }
  });

  test('asking for things does not prolong the session behind the back of the browser', async () => {
    const ada = await signUp(server);
    const response = await ada.fetch('/api/folders/root');
    expect(response.headers.get('set-cookie')).toBeNull();
  });

  test('bytes carry the headers of every other answer', async () => {
    const ada = await signUp(server);
    const file = await uploadFile(ada, { name: 'a.png', contentType: 'image/png', body: bytes(10) });
    for (const path of [file.url, '/', '/api/folders/root', '/api/nothing', join('/assets', 'none.js')]) {
      const { headers } = await ada.fetch(path);
      for (const name of [
        'x-content-type-options',
        'referrer-policy',
        'content-security-policy',
        'cross-origin-opener-policy',
        'permissions-policy',
      ]) {
        expect([path, name, headers.has(name)]).toEqual([path, name, true]);
      }
    }
  });
});
