import { beforeAll, describe, expect, test } from 'vitest';
import { resumableThreshold } from '#contract/storage.ts';
import { bucket } from '#tests/support/client/bucket.ts';
import { type Person, signUp } from '#tests/support/client/build-account.ts';
import { openRawConnection, type RawConnection, requestHead } from '#tests/support/client/raw-connection.ts';
import { tus } from '#tests/support/client/tus.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { holdAccounts } from '#tests/support/database/hold-accounts.ts';
import { bytes } from '#tests/support/fixtures/bytes.ts';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';
import { startServer, type TestServer } from '#tests/support/server/start-server.ts';

/** A busy machine may hold up both sides for a second. */
const silenceMs = 2000;
/** Longer than the longest silence, in which what is slow has to continue. */
const longMs = silenceMs * 3;
const stepMs = silenceMs / 4;
/** Within which a request has come to where it waits. */
const settleMs = 300;

let server: TestServer;
let person: Person;
beforeAll(async () => {
  server = await startServer({ env: { SILENCE_SECONDS: String(silenceMs / 1000) } });
  person = await signUp(server);
});

describe('what is dead is cut', () => {
  test('a connection that says nothing', async () => {
    const silent = await openRawConnection(server);
    await silent.closed;
    expect(silent.receivedBytes()).toBe(0);
  });

  test('headers that never end, however steadily they come', async () => {
    const slow = await openRawConnection(server);
    slow.write('GET /healthz HTTP/1.1\r\nhost: localhost\r\n');
    const dripping = every(stepMs, () => slow.write('x-more: 1\r\n'));
    await slow.closed;
    dripping.stop();
    const { status, json } = slow.answer();
    expect([status, json().code]).toEqual([408, 'request-timeout']);
  });

  test('an upload whose bytes stop; what arrived is stored, and it resumes on another connection', async () => {
    const place = await tus(person).place({ name: 'stops.bin', length: 100_000 });
    const dead = await beginPatch(place, 100_000);
    dead.write(bytes(60_000));
    await dead.closed;
    expect(await tus(person).offset(place)).toBe(60_000);
    const rest = await tus(person).send(place, 60_000, bytes(100_000).subarray(60_000));
    expect(rest.status).toBe(204);
  });

  test('a reader who takes nothing any more', async () => {
    const size = 64 * 1024 ** 2;
    const { url } = await uploadFile(person, { name: 'large.bin', body: bytes(size) });
    const reader = await openRawConnection(server);
    reader.socket.once('data', () => reader.socket.pause());
    reader.write(requestHead(`GET ${url}`, { cookie: person.cookie }));
    // To the reader it shows only when he reads again.
    const isCut = () => /"route":"\/content\/.*"isAborted":true/.test(server.log());
    await waitFor(isCut, { what: 'the server to cut the connection' });
    reader.socket.resume();
    await reader.closed;
    expect(reader.receivedBytes()).toBeLessThan(size);
  });
});

describe('what is slow lives', () => {
  test('an upload of a few bytes at a time', async () => {
    const length = longMs / stepMs;
    const place = await tus(person).place({ name: 'slow.bin', length });
    const slow = await beginPatch(place, length);
    let sent = 0;
    const dripping = every(stepMs, () => {
      if (sent++ < length) slow.write('x');
    });
    await waitFor(() => slow.answer().status === 204, { what: 'the end of the upload' });
    dripping.stop();
    slow.end();
  });

  test('a reader who takes a little at a time', async () => {
    const size = 64 * 1024 ** 2;
    const { url } = await uploadFile(person, { name: 'slowly.bin', body: bytes(size) });
    const reader = await openRawConnection(server);
    reader.write(requestHead(`GET ${url}`, { cookie: person.cookie, connection: 'close' }));
    const begun = performance.now();
    /** So much was to be taken by now, however seldom a busy machine has the time for it: half of it in the end. */
    const due = () => ((performance.now() - begun) / longMs) * (size / 2);
    const pause = () => void (reader.receivedBytes() >= due() && reader.socket.pause());
    reader.socket.on('data', pause);
    // The system holds megabytes on the way; only when a third of them is taken does the server see that bytes move.
    const taking = every(10, () => reader.socket.resume());
    await elapsed(longMs);
    expect(reader.isClosed()).toBe(false);
    expect(reader.receivedBytes()).toBeLessThan(size);
    taking.stop();
    reader.socket.off('data', pause);
    reader.socket.resume();
    await reader.closed;
    expect(reader.receivedBytes()).toBeGreaterThan(size);
  });

  test('a request for which the server itself takes its time', async () => {
    const held = await holdAccounts(server);
    const created = person.api.folders.create({ name: 'In the end', parentId: null });
    // Longer than the silence, and shorter than a lock is waited for.
    await elapsed(silenceMs * 1.5);
    await held.release();
    expect((await created).name).toBe('In the end');
  });

  test('a live stream on which nothing happens', async () => {
    const stream = await openRawConnection(server);
    stream.write(requestHead('GET /api/live', { cookie: person.cookie }));
    await waitFor(() => stream.answer().status === 200, { what: 'the stream to open' });
    await elapsed(longMs);
    expect(stream.isClosed()).toBe(false);
    stream.end();
  });

  test('a connection between two requests, longer than a proxy keeps it', async () => {
    const reused = await openRawConnection(server);
    const ask = () => reused.write(requestHead('HEAD /healthz', {}));
    ask();
    await waitFor(() => reused.answer().status === 200, { what: 'the first answer' });
    expect(reused.answer().head).toMatch(/^keep-alive: timeout=75$/im);
    const before = reused.receivedBytes();
    await elapsed(longMs);
    ask();
    await waitFor(() => reused.receivedBytes() === 2 * before, { what: 'the second answer' });
    reused.end();
  });
});

test('what a client gave up while the server waited does not happen late: a proxy may have repeated it', async () => {
  const ada = await signUp(server);
  await bucket(ada).store('stays.txt', 'here');
  const isAborted = () => server.log().match(/"isAborted":true/g)?.length ?? 0;
  const before = isAborted();
  const held = await holdAccounts(server);
  const sent = new AbortController();
  const send = (method: string, path: string, body: BodyInit | null) =>
    ada.fetch(`/api/objects/${path}`, {
      method,
      body,
      signal: sent.signal,
      ...(body instanceof ReadableStream ? { duplex: 'half' } : {}),
    });
  const requests = [
    send('PUT', 'tiny.bin', bytes(10)),
    send('PUT', 'small.bin', bytes(resumableThreshold)),
    send('PUT', 'large.bin', bytes(300_000)),
    send('PUT', 'unknown-length.bin', new Blob([bytes(300_000)]).stream()),
    send('DELETE', 'stays.txt', null),
  ];
  // What is asked after them is answered after they were read.
  await (await ada.fetch('/healthz')).arrayBuffer();
  await elapsed(settleMs);
  sent.abort();
  const outcomes = await Promise.allSettled(requests);
  expect(outcomes.map(({ status }) => status)).toEqual(requests.map(() => 'rejected'));
  // The two that are not held in memory wait before their body, and are seen to have left when that is read.
  await waitFor(() => isAborted() >= before + requests.length - 2, { what: 'the server to see that they left' });
  await held.release();

  expect((await bucket(ada).put('tiny.bin', bytes(11))).status).toBe(201);
  expect((await bucket(ada).list()).items.map(({ name, generation }) => [name, generation])).toEqual([
    ['stays.txt', 1],
    ['tiny.bin', 1],
  ]);
});

test('200 dead connections hurt nobody, and all of them are cut', async () => {
  const places = await Promise.all(
    Array.from({ length: 20 }, (_, i) => tus(person).place({ name: `dead ${i}.bin`, length: 10 })),
  );
  const dead = await Promise.all([
    ...Array.from({ length: 60 }, () => openRawConnection(server)),
    ...Array.from({ length: 60 }, async () => said(await openRawConnection(server), 'GET / HTTP/1.1\r\nhost:')),
    ...Array.from({ length: 60 }, async () =>
      said(
        await openRawConnection(server),
        requestHead('POST /api/folders', { 'content-length': '100', 'content-type': 'application/json' }),
      ),
    ),
    ...places.map(async (place) => said(await beginPatch(place, 10), 'x')),
  ]);
  expect(dead).toHaveLength(200);
  for (let i = 0; i < 20; i += 1) {
    expect((await person.api.folders.create({ name: `Alive ${i}`, parentId: null })).name).toBe(`Alive ${i}`);
  }
  await Promise.all(dead.map(({ closed }) => closed));
});

async function beginPatch(place: string, length: number): Promise<RawConnection> {
  const connection = await openRawConnection(server);
  const headers = {
    host: new URL(server.baseUrl).host,
    cookie: person.cookie,
    origin: server.baseUrl,
    'tus-resumable': '1.0.0',
    'upload-offset': '0',
    'content-type': 'application/offset+octet-stream',
    'content-length': String(length),
  };
  return said(connection, requestHead(`PATCH ${place}`, headers));
}

function said(connection: RawConnection, text: string): RawConnection {
  connection.write(text);
  return connection;
}

function every(ms: number, work: () => void) {
  const timer = setInterval(work, ms);
  return { stop: () => clearInterval(timer) };
}

/** Time itself is what these tests are about. */
async function elapsed(ms: number): Promise<void> {
  const end = performance.now() + ms;
  await waitFor(() => performance.now() >= end, { what: 'the time to pass' });
}
