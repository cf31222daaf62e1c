import { expect, test } from 'vitest';
import { signUp, visit } from '#tests/support/client/build-account.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { bytes } from '#tests/support/fixtures/bytes.ts';
import { startServer } from '#tests/support/server/start-server.ts';
import { startTraceReceiver, textsOf } from '#tests/support/server/trace-receiver.ts';

const caller = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' };

test('a request, its transactions and its calls of the store become one trace', async () => {
  const receiver = await startTraceReceiver();
  const server = await startServer({
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20of-the-collector',
      OTEL_SERVICE_NAME: 'keepsake-test',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment=tests',
    },
  });
  const ada = await signUp(server);
  await uploadFile(ada, { name: 'private name.bin', body: bytes(100_000) });
  const traced = await ada.fetch('/api/folders/root', {
    headers: { traceparent: `00-${caller.traceId}-${caller.spanId}-01` },
  });
  await ada.fetch('/api/folders/no-such-folder');
  await server.stop();

  expect(receiver.bodies[0]).toMatchObject({
    path: '/v1/traces',
    headers: { authorization: 'Bearer of-the-collector' },
  });
  expect(receiver.resources()[0]).toMatchObject({
    'service.name': 'keepsake-test',
    'deployment.environment': 'tests',
  });
  const spans = receiver.spans();
  const upload = spans.find(({ name }) => name === 'POST /api/uploads');
  const spansBelow = (parent: string | undefined) =>
    spans.filter(({ parentSpanId, traceId }) => parentSpanId === parent && traceId === upload?.traceId);
  const below = spansBelow(upload?.spanId);
  // A principal is identified again when the bytes took their time.
  expect(new Set(below.map(({ name }) => name))).toEqual(
    new Set(['principal.identify', 'uploads.commitSingleRequest']),
  );
  const commit = below.find(({ name }) => name === 'uploads.commitSingleRequest');
  const stored = spansBelow(commit?.spanId).map(({ name }) => name);
  expect(stored).toEqual(expect.arrayContaining(['files.put', 'transaction.writeTogether']));

  const own = spans.find(({ traceId, kind }) => traceId === caller.traceId && kind === 2);
  expect(own).toMatchObject({ parentSpanId: caller.spanId, kind: 2, name: 'GET /api/folders/{id}' });
  expect(textsOf(own ?? { attributes: [] })).toMatchObject({
    'http.request.method': 'GET',
    'http.route': '/api/folders/{id}',
    'http.response.status_code': '200',
    'keepsake.request_id': traced.headers.get('x-request-id'),
  });
  expect(server.log()).toContain(caller.traceId);
  // Only what this server writes itself: no library adds spans.
  expect(
    spans.filter(
      ({ name }) =>
        !/^(GET|POST|HEAD|PATCH|DELETE) \/|^(principal|uploads|files|pictures|transaction|mail)\./.test(name),
    ),
  ).toEqual([]);
  expect(JSON.stringify(spans)).not.toMatch(/private name|no-such-folder|example\.org/);
});

test('traces go out as protobuf unless JSON is asked for', async () => {
  const receiver = await startTraceReceiver();
  const server = await startServer({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint } });
  await signUp({ baseUrl: server.baseUrl });
  await server.stop();
  expect(receiver.bodies[0]?.type).toBe('application/x-protobuf');
  expect(receiver.bodies.map(({ bytes: body }) => body.toString('latin1')).join('')).toContain(
    'POST /api/auth/sign-up/email',
  );
});

test('the sampler decides, and nobody but a trusted proxy decides for it', async () => {
  const receiver = await startTraceReceiver();
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint, OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' };
  const headers = { traceparent: `00-${caller.traceId}-${caller.spanId}-01` };
  const off = await startServer({ env: { ...env, OTEL_TRACES_SAMPLER: 'parentbased_always_off' } });
  await visit(off).fetch('/api/folders/root');
  await visit(off).fetch('/api/live', { headers });
  await off.stop();
  const requests = () => receiver.spans().filter(({ name }) => name.startsWith('GET '));
  expect(requests().map(({ name }) => name)).toEqual(['GET /api/live']);

  const alone = await startServer({
    env: { ...env, OTEL_TRACES_SAMPLER: 'parentbased_always_off', TRUSTED_PROXIES: '10.1.2.3' },
  });
  await visit(alone).fetch('/api/docs', { headers });
  await alone.stop();
  expect(requests()).toHaveLength(1);
});

test('a collector that is not there costs a warning and nothing else', async () => {
  const server = await startServer({
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9', OTEL_EXPORTER_OTLP_TIMEOUT: '500' },
  });
  const ada = await signUp(server);
  await ada.api.folders.create({ name: 'Works', parentId: null });
  await server.stop();
  expect(server.log()).toMatch(/"reason":".*ECONNREFUSED.*Traces could not be sent/);
});
