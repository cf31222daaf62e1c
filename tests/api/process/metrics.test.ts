import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Person, signUp, visit } from '#tests/support/client/build-account.ts';
import { tus } from '#tests/support/client/tus.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { isOnS3 } from '#tests/support/engines/storage.ts';
import { bytes } from '#tests/support/fixtures/bytes.ts';
import { atEndOfFile } from '#tests/support/fixtures/file-end.ts';
import { projectFolder } from '#tests/support/fixtures/project-copy.ts';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';
import { metricsPort } from '#tests/support/server/metrics.ts';
import { startServer, type TestServer } from '#tests/support/server/start-server.ts';

const serverFolder = join(projectFolder, 'server/dist');

describe('metrics', () => {
  let server: TestServer;
  let metrics: Awaited<ReturnType<typeof metricsPort>>;
  let ada: Person;
  beforeAll(async () => {
    metrics = await metricsPort();
    server = await startServer({ env: { METRICS_PORT: metrics.port } });
    ada = await signUp(server);
  });

  test('are at their own port, and at no address of the other', async () => {
    const answer = await fetch(metrics.address);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, expect.stringMatching(/^text\/plain/)]);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    const elsewhere = await visit(server).fetch('/metrics');
    expect(await elsewhere.text()).not.toContain('keepsake_http');
    expect((await fetch(new URL('/api/folders/root', metrics.address))).status).toBe(404);
    expect((await fetch(metrics.address, { method: 'POST' })).status).toBe(404);
  });

  test('count requests by route, method and status, with their times and bytes', async () => {
    const labels = { route: '/api/folders/{id}', method: 'GET' };
    const before = await metrics.sum('keepsake_http_requests_total', { ...labels, status: '200' });
    for (let i = 0; i < 3; i += 1) await ada.fetch('/api/folders/root');
    await visit(server).fetch('/api/folders/root');
    await waitFor(async () => (await metrics.sum('keepsake_http_requests_total', { ...labels, status: '401' })) === 1, {
      what: 'the refusal to be counted',
    });
    expect(await metrics.sum('keepsake_http_requests_total', { ...labels, status: '200' })).toBe(before + 3);
    expect(await metrics.sum('keepsake_http_request_seconds_count', labels)).toBe(before + 4);
    expect(await metrics.sum('keepsake_http_request_seconds_sum', labels)).toBeGreaterThan(0);
  });

  test('count the bytes of what is sent and of what comes, also while it comes', async () => {
    const body = bytes(300_000);
    const file = await uploadFile(ada, { name: 'big.bin', body });
    await (await ada.fetch(file.url)).arrayBuffer();
    const moved = (route: string, direction: string) => metrics.sum('keepsake_http_bytes_total', { route, direction });
    await waitFor(async () => (await moved('/content/{file}/{version}/{name}', 'out')) > 300_000, {
      what: 'bytes out',
    });
    expect(await moved('/content/{file}/{version}/{name}', 'out')).toBeLessThan(302_000);
    const received = (await moved('/api/uploads', 'in')) + (await moved('/api/uploads/{id}', 'in'));
    expect(received).toBeGreaterThan(300_000);
    expect(received).toBeLessThan(310_000);

    const place = await tus(ada).place({ name: 'slow.bin', length: 200_000 });
    const before = await moved('/api/uploads/{id}', 'in');
    const { writable, readable } = new TransformStream<Uint8Array>();
    const writer = writable.getWriter();
    const sending = tus(ada).send(place, 0, readable);
    await writer.write(bytes(150_000));
    await waitFor(async () => (await moved('/api/uploads/{id}', 'in')) >= before + 150_000, {
      what: 'bytes that come',
    });
    expect(await metrics.sum('keepsake_http_requests_running', { route: '/api/uploads/{id}' })).toBe(1);
    await writer.write(bytes(50_000));
    await writer.close();
    expect((await sending).status).toBe(204);
    await waitFor(
      async () => (await metrics.sum('keepsake_http_requests_running', { route: '/api/uploads/{id}' })) === 0,
      {
        what: 'the end of the upload',
      },
    );
  });

  test('count live listeners', async () => {
    const stop = new AbortController();
    await ada.fetch('/api/live', { signal: stop.signal });
    await waitFor(async () => (await metrics.sum('keepsake_http_requests_running', { route: '/api/live' })) === 1, {
      what: 'a listener',
    });
    stop.abort();
    await waitFor(async () => (await metrics.sum('keepsake_http_requests_running', { route: '/api/live' })) === 0, {
      what: 'no listener',
    });
    expect(await metrics.sum('keepsake_http_requests_total', { route: '/api/live', status: 'aborted' })).toBe(1);
  });

  test('measure transactions, the store, statements and groups', async () => {
    const before = await metrics.sum('keepsake_commit_group_files_sum');
    await Promise.all(
      Array.from({ length: 5 }, (_, i) => uploadFile(ada, { name: `${i}.bin`, body: bytes(20_000 + i) })),
    );
    expect(await metrics.sum('keepsake_commit_group_files_sum')).toBe(before + 5);
    expect(await metrics.sum('keepsake_commit_group_seconds_count')).toBe(
      await metrics.sum('keepsake_commit_group_files_count'),
    );
    const ok = { outcome: 'ok' };
    expect(await metrics.sum('keepsake_call_seconds_count', { part: 'files', ...ok })).toBeGreaterThan(5);
    expect(await metrics.sum('keepsake_call_seconds_count', { part: 'transaction', ...ok })).toBeGreaterThan(0);
    await expect
      .poll(() => metrics.sum('keepsake_call_seconds_count', { part: 'janitor', call: 'collectGarbage', ...ok }))
      .toBeGreaterThan(0);
    expect(await metrics.sum('keepsake_database_statement_seconds_count', { kind: 'insert' })).toBeGreaterThan(5);
    await ada.api.folders.create({ name: 'Twice', parentId: null });
    await ada.api.folders.create({ name: 'Twice', parentId: null }).catch(() => {});
    expect(await metrics.sum('keepsake_call_seconds_count', { part: 'transaction', outcome: 'refused' })).toBe(1);
    expect(await metrics.sum('keepsake_call_seconds_count', { part: 'transaction', outcome: 'failed' })).toBe(0);
  });

  test('read what is there when they are asked for', async () => {
    await expect.poll(() => metrics.sum('keepsake_ready')).toBe(1);
    // A bucket has no end that anybody knows.
    expect((await metrics.sum('keepsake_store_free_bytes')) > 1e6).toBe(!isOnS3());
    expect(await metrics.sum('keepsake_files_damaged')).toBe(0);
    expect(await metrics.sum('keepsake_media_undecoded')).toBe(0);
    expect(await metrics.sum('keepsake_files_to_read')).toBeGreaterThanOrEqual(0);
    expect(await metrics.sum('keepsake_oldest_check_seconds')).toBeGreaterThanOrEqual(0);
    expect(await metrics.sum('keepsake_log_lines_total', { level: 'info' })).toBeGreaterThan(0);
    expect(await metrics.sum('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0);
    expect(await metrics.sum('process_resident_memory_bytes')).toBeGreaterThan(1e7);
  });

  test('have no more series than routes, whatever people ask for', async () => {
    const odd = ['PROPFIND', 'MKCOL', 'REPORT'];
    const count = async () => (await metrics.samples()).filter(({ name }) => name.startsWith('keepsake_')).length;
    const ask = (i: number) =>
      Promise.all([
        ada.fetch(`/api/objects/name-${i}/deep/${i}.txt`),
        ada.fetch(`/api/folders/id-${i}`),
        ada.fetch(`/api/never-${i}`),
        visit(server).fetch(`/page-${i}?token=${i}`, { method: odd[i % odd.length] ?? 'GET' }),
        visit(server).fetch(`/content/${i}/${i}/name-${i}?token=${i}`),
      ]);
    await ask(0);
    await waitFor(async () => (await metrics.sum('keepsake_http_requests_running')) === 0, {
      what: 'the first answers',
    });
    const before = await count();
    for (let i = 1; i < 30; i += 1) await ask(i);
    await waitFor(async () => (await metrics.sum('keepsake_http_requests_running')) === 0, { what: 'all answers' });
    expect(await count()).toBe(before);
    expect(await metrics.text()).not.toMatch(/name-\d|page-\d|never-\d|id-\d|PROPFIND/);
  });

  test('are listed in docs/operating.md, each of them and no other', async () => {
    const own = [...(await metrics.text()).matchAll(/^# TYPE (keepsake_\w+) (\w+)/gm)].map(
      ([, name, type]) => `${name} ${type}`,
    );
    const docs = await readFile(new URL('../../../docs/operating.md', import.meta.url), 'utf8');
    const told = [...docs.matchAll(/^\| `(keepsake_\w+)`[^|]*\| (\w+) \|/gm)].map(
      ([, name, type]) => `${name} ${type}`,
    );
    expect(told.toSorted()).toEqual(own.toSorted());
  });
});

test('what nobody asked for is not loaded', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'keepsake-coverage-'));
  atEndOfFile(() => rm(folder, { recursive: true }));
  // Node writes down at its end which scripts it ran.
  const server = await startServer({ env: { NODE_V8_COVERAGE: folder } });
  await signUp(server);
  await server.stop();
  const written = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')));
  const scripts = written.flatMap((text) => (JSON.parse(text) as { result: { url: string }[] }).result);
  const loaded = new Set(scripts.map(({ url }) => basename(url)));
  expect(loaded).toContain('main.js');
  const ofS3 = isOnS3() ? [] : ['ListObjectsV2Command'];
  for (const unasked of ['collectDefaultMetrics', 'BatchSpanProcessor', 'OTLPTraceExporter', ...ofS3]) {
    const files = await filesOfServerWith(unasked);
    expect(files).not.toEqual([]);
    expect(files.filter((file) => loaded.has(file))).toEqual([]);
  }
});

/** The names of the files of the built server in which a text stands. */
async function filesOfServerWith(text: string): Promise<string[]> {
  const names = (await readdir(serverFolder)).filter((name) => name.endsWith('.js'));
  const contents = await Promise.all(names.map((name) => readFile(join(serverFolder, name), 'utf8')));
  return names.filter((_, index) => contents[index]?.includes(text));
}
