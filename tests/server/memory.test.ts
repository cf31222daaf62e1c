import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { maxOpenAccountDownloads } from '#contract/limits.ts';
import { type Person, signUp } from '#tests/support/client/build-account.ts';
import { openRawConnection, type RawConnection, requestHead } from '#tests/support/client/raw-connection.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { bytes } from '#tests/support/fixtures/bytes.ts';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';
import { waitUntilReady } from '#tests/support/server/health.ts';
import { startServer, type TestServer } from '#tests/support/server/start-server.ts';

const mebibyte = 1024 ** 2;
const maxConnections = maxOpenAccountDownloads + 50;

let server: TestServer;
let person: Person;
beforeAll(async () => {
  server = await startServer({ env: { MAX_CONNECTIONS: String(maxConnections) } });
  person = await signUp(server);
});

/** Memory of the server's process in use, in bytes. */
function residentBytes(): number {
  const status = readFileSync(`/proc/${server.pid}/status`, 'utf8');
  return Number(/^VmRSS:\s*(\d+) kB$/m.exec(status)?.[1]) * 1024;
}

async function openMany(count: number): Promise<RawConnection[]> {
  return await Promise.all(Array.from({ length: count }, () => openRawConnection(server)));
}

test('multipart bodies that never end are not held in memory', async () => {
  const before = residentBytes();
  const connections = await openMany(60);
  const { host } = new URL(server.baseUrl);
  const { cookie } = person;
  const common = { host, origin: server.baseUrl, cookie, 'content-type': 'multipart/related; boundary=line' };
  const head = '--line\r\n\r\n{}\r\n--line\r\n\r\n';
  const sent = Buffer.concat([Buffer.from(head), bytes(7 * mebibyte)]);
  for (const [i, { socket, write }] of connections.entries()) {
    write(requestHead(`POST /api/objects/half-${i}.bin`, { ...common, 'content-length': String(sent.length + 100) }));
    socket.write(sent);
  }
  await waitFor(() => connections.every(({ socket }) => socket.writableLength === 0), {
    what: 'the bytes to be taken',
  });
  expect(residentBytes() - before).toBeLessThan(250 * mebibyte);
  for (const { end } of connections) end();
  // What the sockets still hold is read before, and must not be measured with the next test.
  const ended = () => server.log().match(/"route":"\/api\/objects\/\{path\}"/g)?.length ?? 0;
  await waitFor(() => ended() >= connections.length, { what: 'the server to see that they left' });
});

test('downloads that nobody reads cost little each, and an account has so many of them', async () => {
  const { url } = await uploadFile(person, { name: 'unread.bin', body: bytes(64 * mebibyte) });
  const before = residentBytes();
  const readers = await openMany(maxOpenAccountDownloads);
  for (const { socket, write } of readers) {
    write(requestHead(`GET ${url}`, { cookie: person.cookie }));
    socket.once('data', () => socket.pause());
  }
  await waitFor(() => readers.every(({ receivedBytes }) => receivedBytes() > 0), { what: 'all downloads to begin' });
  // The server answers a request only after it has filled what it reads ahead for these. While it reads, its disk may be
  // too slow for it to call itself ready.
  await waitUntilReady(server);
  expect(residentBytes() - before).toBeLessThan(180 * mebibyte);

  const other = await signUp(server);
  const file = await uploadFile(other, { name: 'read.bin', body: bytes(1000) });
  let isAnswered = false;
  const oneMore = person.fetch(url, { headers: { range: 'bytes=0-9' } }).finally(() => {
    isAnswered = true;
  });
  expect((await (await other.fetch(file.url)).arrayBuffer()).byteLength).toBe(1000);
  expect(isAnswered).toBe(false);
  readers[0]?.end();
  expect((await oneMore).status).toBe(206);
  for (const { end } of readers) end();
});

test('connections beyond their number are closed at once', async () => {
  const connections = await openMany(maxConnections);
  const areOpen = () => connections.filter(({ isClosed }) => !isClosed());
  // Some are open besides.
  await waitFor(() => areOpen().length < maxConnections, { what: 'a connection to be closed' });
  await waitFor(() => server.log().includes('MAX_CONNECTIONS are open'), { what: 'the line in the log' });
  areOpen()[0]?.write(requestHead('GET /healthz', {}));
  await waitFor(() => areOpen()[0]?.answer().status === 200, { what: 'an answer on one that is open' });
  for (const { end } of connections) end();
  await waitFor(async () => (await fetch(`${server.baseUrl}/readyz`).catch(() => undefined))?.ok, {
    what: 'the server to be reached again',
  });
});
