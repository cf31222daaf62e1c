import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { batchBody } from '#tests/support/client/batch-body.ts';
import { bucket, outcome } from '#tests/support/client/bucket.ts';
import { type Person, signUp } from '#tests/support/client/build-account.ts';
import { tus } from '#tests/support/client/tus.ts';
import { setQuota } from '#tests/support/database/set-quota.ts';
import { storedBlobs } from '#tests/support/database/stored-blobs.ts';
import { bytes, sha256 } from '#tests/support/fixtures/bytes.ts';
import { reprDigest } from '#tests/support/fixtures/digests.ts';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';
import { startServer, type TestServer } from '#tests/support/server/start-server.ts';

const body = bytes(1000);

let server: TestServer;
let ada: Person;
beforeAll(async () => {
  server = await startServer();
  ada = await signUp(server);
});

test('a connection that breaks stores nothing and holds no space', async () => {
  const blobsBefore = (await storedBlobs(server)).length;
  for (const length of ['content-length: 500000', 'transfer-encoding: chunked']) {
    const socket = connect(server.port, '127.0.0.1');
    const chunk = length.startsWith('transfer') ? '64\r\n' : '';
    socket.write(
      `PUT /api/objects/cut.bin HTTP/1.1\r\nhost: 127.0.0.1:${server.port}\r\norigin: ${server.baseUrl}\r\ncookie: ${ada.cookie}\r\n${length}\r\n\r\n${chunk}${'x'.repeat(100)}`,
    );
    await waitFor(async () => (await storedBlobs(server)).length > blobsBefore, {
      what: 'the upload to begin',
    });
    socket.destroy();
    await waitFor(async () => (await storedBlobs(server)).length === blobsBefore, {
      what: 'the blob to go',
    });
    expect((await bucket(ada).call('GET', 'cut.bin')).status).toBe(404);
  }
});

test('bytes other than the declared ones are not stored', async () => {
  const told = (content: Uint8Array) => ({ headers: { 'repr-digest': reprDigest(content) } });
  expect((await bucket(ada).put('digest.bin', body, told(body))).status).toBe(201);
  for (const sent of [bytes(1001), new Blob([bytes(1001)]).stream()]) {
    expect(await outcome(await bucket(ada).put('digest.bin', sent, told(body)))).toEqual([422, 'digest-mismatch']);
  }
  expect(await bucket(ada).metadata('digest.bin')).toMatchObject({ generation: 1, sha256: sha256(body) });
  const broken = { headers: { 'repr-digest': 'sha-256=:x:' } };
  expect((await bucket(ada).put('digest.bin', body, broken)).status).toBe(400);
});

test('the digest of the content is that of the file', async () => {
  const told = (content: Uint8Array) => ({ headers: { 'content-digest': reprDigest(content) } });
  const other = bytes(1001);
  for (const sent of [other, new Blob([other]).stream()])
    expect(await outcome(await bucket(ada).put('content.bin', sent, told(body)))).toEqual([422, 'digest-mismatch']);
  const both = { headers: { 'content-digest': reprDigest(other), 'repr-digest': reprDigest(body) } };
  for (const sent of [body, other])
    expect(await outcome(await bucket(ada).put('content.bin', sent, both))).toEqual([422, 'digest-mismatch']);
  expect((await bucket(ada).call('GET', 'content.bin')).status).toBe(404);
  expect((await bucket(ada).put('content.bin', body, told(body))).status).toBe(201);
});

test('compressed bytes are not taken for the file, whichever way they come', async () => {
  const [dora, packed] = [await signUp(server), gzipSync(body)];
  const [headers, length] = [{ 'content-encoding': 'gzip' }, packed.length];
  const resumable = tus(dora);
  const form = new FormData();
  form.set('file', new Blob([packed]));
  const batch = batchBody([{ bytes: packed, metadata: { filename: 'packed.bin' } }]);
  const answers = [
    await bucket(dora).put('packed.bin', packed, { headers }),
    await bucket(dora).put('packed.bin', new Blob([packed]).stream(), { headers }),
    await bucket(dora).call('POST', 'packed.bin', { headers }, form),
    await dora.fetch('/api/files/batch', { method: 'POST', headers, body: batch }),
    await resumable.begin({ name: 'packed.bin', length, body: packed, headers }),
    await resumable.begin({ name: 'packed.bin', length, headers }),
    await resumable.send(await resumable.place({ name: 'packed.bin', length }), 0, packed, headers),
  ];
  const issues = [{ path: 'Content-Encoding', message: expect.any(String) }];
  for (const answer of answers)
    expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'invalid-input', data: { issues } }]);
  expect((await bucket(dora).list()).items).toEqual([]);
  const plain = { headers: { 'content-encoding': 'Identity' } };
  expect((await bucket(dora).put('plain.bin', body, plain)).status).toBe(201);
});

test('no more is stored than the quota allows, whether the length is declared or not', async () => {
  const gil = await signUp(server);
  await bucket(gil).store('first.bin', bytes(1000));
  await setQuota(server, gil, 3_000_000);
  const stream = (length: number) => new Blob([bytes(length)]).stream();
  const full = [402, 'quota-exceeded'];
  expect(await outcome(await bucket(gil).put('too-much.bin', bytes(3_000_000)))).toEqual(full);
  expect(await outcome(await bucket(gil).put('too-much.bin', stream(6_000_000)))).toEqual(full);
  expect((await bucket(gil).put('streamed.bin', stream(2_998_000))).status).toBe(201);
  expect(await outcome(await bucket(gil).put('one-more.bin', stream(1001)))).toEqual(full);
  expect((await bucket(gil).put('exactly.bin', bytes(1000))).status).toBe(201);
  expect((await bucket(gil).list()).items.map(({ name }) => name)).toEqual([
    'exactly.bin',
    'first.bin',
    'streamed.bin',
  ]);
});

test('a session that ends while the bytes arrive stores nothing', async () => {
  const eve = await signUp(server);
  const { cookie } = eve;
  const stream = new ReadableStream({
    async start(controller) {
      controller.enqueue(bytes(5));
      await eve.account.logOut();
      controller.enqueue(bytes(5));
      controller.close();
    },
  });
  expect(await outcome(await bucket(eve).put('late.bin', stream, { headers: { cookie } }))).toEqual([
    401,
    'unauthenticated',
  ]);
});
