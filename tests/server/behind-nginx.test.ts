import { spawnSync } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { maxHeadBytes } from '#contract/limits.ts';
import { type Person, signUp } from '#tests/support/client/build-account.ts';
import { listenLive } from '#tests/support/client/listen-live.ts';
import { tus } from '#tests/support/client/tus.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { bytes, sha256 } from '#tests/support/fixtures/bytes.ts';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';
import { metricsPort } from '#tests/support/server/metrics.ts';
import { startNginx } from '#tests/support/server/nginx.ts';
import { startServer, type TestServer } from '#tests/support/server/start-server.ts';

describe('behind nginx, with deploy/nginx.conf', () => {
  let server: TestServer;
  let metrics: Awaited<ReturnType<typeof metricsPort>>;
  let nginx: Awaited<ReturnType<typeof startNginx>>;
  let ada: Person;
  beforeAll(async () => {
    metrics = await metricsPort();
    server = await startServer({ env: { METRICS_PORT: metrics.port } });
    nginx = await startNginx(server);
    ada = await signUp(nginx);
  });

  test('an upload reaches the server while it comes, and none of it the disk of the proxy', async () => {
    const body = bytes(3_000_000);
    const place = await tus(ada).place({ name: 'large.bin', length: body.length });
    const { writable, readable } = new TransformStream<Uint8Array>();
    const writer = writable.getWriter();
    const sending = tus(ada).send(place, 0, readable);
    await writer.write(body.subarray(0, 2_000_000));
    await waitFor(
      async () =>
        (await metrics.sum('keepsake_http_bytes_total', { route: '/api/uploads/{id}', direction: 'in' })) > 1_500_000,
      { what: 'the first bytes at the server' },
    );
    expect(await readdir(join(nginx.folder, 'client_body'), { recursive: true })).toEqual([]);
    await writer.write(body.subarray(2_000_000));
    await writer.close();
    const { status, headers } = await sending;
    expect(status).toBe(204);
    const { file } = await ada.api.entries.get({ id: headers.get('keepsake-file') ?? '' });
    const content = await (await ada.fetch(file?.url ?? '')).arrayBuffer();
    expect(sha256(content)).toBe(sha256(body));
  });

  test('changes come at once', async () => {
    const heard = await listenLive(ada);
    const folder = await ada.api.folders.create({ name: 'Now', parentId: null });
    await waitFor(() => heard.changes.at(-1)?.entryId === folder.id, { what: 'the change' });
  });

  test('a request keeps one id all the way', async () => {
    const { headers } = await ada.fetch('/api/folders/root', { headers: { 'x-request-id': 'of-the-client' } });
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f]{32}$/);
    await waitFor(() => server.log().includes(`"requestId":"${headers.get('x-request-id')}"`), { what: 'its line' });
  });

  test('an address that the server accepts is not too long for the proxy', async () => {
    const long = `/healthz?${'x'.repeat(maxHeadBytes - 1000)}`;
    const asked = await Promise.all([nginx, server].map(({ baseUrl }) => fetch(baseUrl + long)));
    expect(asked.map(({ status }) => status)).toEqual([200, 200]);
  });

  test('a file as large as people like comes in one request', async () => {
    const { size } = await uploadFile(ada, { name: 'larger.bin', body: bytes(12_000_000) });
    expect(size).toBe(12_000_000);
    expect(nginx.complaints()).toBe('');
  });

  test('the health check of the image says whether the server is alive', () => {
    const check = (port: number) =>
      spawnSync('node_modules/.bin/node', ['deploy/healthy.mjs'], { env: { PORT: String(port) } }).status;
    expect([check(server.port), check(9)]).toEqual([0, 1]);
  });
});
