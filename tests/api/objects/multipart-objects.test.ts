import { beforeAll, expect, test } from 'vitest';
import { maxMultipartBytes } from '#contract/limits.ts';
import { bucket, outcome } from '#tests/support/client/bucket.ts';
import { type Person, signUp } from '#tests/support/client/build-account.ts';
import { openRawConnection, requestHead } from '#tests/support/client/raw-connection.ts';
import { bytes, sha256 } from '#tests/support/fixtures/bytes.ts';
import { type SharedServer, sharedServer } from '#tests/support/server/shared-server.ts';

const body = bytes(1000);

let server: SharedServer;
let ada: Person;
beforeAll(async () => {
  server = await sharedServer();
  ada = await signUp(server);
});

const related = (metadata: string, content: string | Uint8Array, boundary = 'b0undary') =>
  Buffer.concat([
    Buffer.from(
      `--${boundary}\r\nContent-Type: application/json; charset=UTF-8\r\n\r\n${metadata}\r\n--${boundary}\r\nContent-Type: image/png\r\n\r\n`,
    ),
    Buffer.from(content),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
const opened = '--b0undary\r\n\r\n';
const formType = { 'content-type': 'multipart/form-data; boundary=b0undary' };
const relatedType = { 'content-type': 'multipart/related; boundary=b0undary' };

test('multipart/related keeps metadata and bytes together', async () => {
  const content = Buffer.concat([Buffer.from('\r\n--b0undaryX\r\n--b0und\0'), body]);
  const metadata = JSON.stringify({ contentLanguage: 'de', customMetadata: { a: 'ä' } });
  const options = { headers: { ...relatedType }, query: { createFolders: 'true' } };
  const answer = await bucket(ada).call('POST', 'Multi/one.bin', options, related(metadata, content));
  expect(answer.status).toBe(201);
  expect(await answer.json()).toMatchObject({
    contentType: 'image/png',
    contentLanguage: 'de',
    customMetadata: { a: 'ä' },
    metageneration: 1,
    size: content.length,
    sha256: sha256(content),
  });
  const again = related('{"contentType":"image/gif"}', body);
  const next = await bucket(ada).call('POST', 'Multi/one.bin', { headers: relatedType }, again);
  expect([next.status, (await next.json()).contentType]).toEqual([200, 'image/gif']);
});

test('multipart/form-data takes the fields file and metadata', async () => {
  const form = new FormData();
  form.set('metadata', JSON.stringify({ customMetadata: { from: 'a form' } }));
  form.set('file', new Blob([body], { type: 'image/jpeg' }), 'ignored.name');
  const answer = await bucket(ada).call('POST', 'form.jpg', {}, form);
  expect(answer.status).toBe(201);
  expect(await answer.json()).toMatchObject({
    name: 'form.jpg',
    contentType: 'image/jpeg',
    customMetadata: { from: 'a form' },
    sha256: sha256(body),
  });
  const without = new FormData();
  without.set('metadata', '{}');
  expect(await outcome(await bucket(ada).call('POST', 'form.jpg', {}, without))).toEqual([400, 'invalid-input']);
});

test('the metadata of a form may come after its bytes', async () => {
  const form = new FormData();
  form.set('note', 'something else');
  form.set('file', new Blob([body], { type: 'image/jpeg' }), 'ignored.name');
  form.set('metadata', JSON.stringify({ contentType: 'image/png', contentLanguage: 'it' }));
  const answer = await bucket(ada).call('POST', 'late.jpg', {}, form);
  expect(answer.status).toBe(201);
  expect(await answer.json()).toMatchObject({
    contentType: 'image/png',
    contentLanguage: 'it',
    metageneration: 1,
    sha256: sha256(body),
  });
  form.set('metadata', '{"size":1}');
  expect(await outcome(await bucket(ada).call('POST', 'late.jpg', {}, form))).toEqual([400, 'invalid-input']);
  expect(await bucket(ada).metadata('late.jpg')).toMatchObject({ generation: 1, contentLanguage: 'it' });
});

test.each([
  ['file', 'after the other', ['file', 'metadata', 'file']],
  ['file', 'beside the other', ['file', 'file']],
  ['metadata', 'before the file', ['metadata', 'metadata', 'file']],
  ['metadata', 'around the file', ['metadata', 'file', 'metadata']],
])('a form with a second %s %s stores nothing', async (_field, _where, fields) => {
  const form = new FormData();
  for (const field of fields) form.append(field, new Blob([field === 'file' ? body : '{}']));
  const answer = await bucket(ada).call('POST', 'twice.bin', {}, form);
  expect(await outcome(answer)).toEqual([400, 'invalid-input']);
  expect((await bucket(ada).call('GET', 'twice.bin')).status).toBe(404);
});

test.each([
  ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts'],
  ['fields', '--b0undary\r\n', 'a: b\r\n', 'longer than 8192 bytes'],
  ['lines like the last', `${opened}{}\r\n${opened}`, '\r\n--b0undary-', 'closing delimiter is missing'],
])('a flood of %s is refused, and others are answered meanwhile', async (_name, begin, flood, issue) => {
  const size = 7 * 1024 ** 2;
  const connection = await openRawConnection(server);
  const origin = { host: new URL(server.baseUrl).host, origin: server.baseUrl };
  const headers = { ...formType, ...origin, cookie: ada.cookie, 'content-length': String(size) };
  connection.write(requestHead('POST /api/objects/flood.bin', headers));
  connection.write(Buffer.concat([Buffer.from(begin), Buffer.alloc(size, flood)]).subarray(0, size));
  let answered = 0;
  while (connection.answer().body === '') {
    expect((await fetch(new URL('/healthz', server.baseUrl))).status).toBe(200);
    answered += 1;
  }
  expect(answered).toBeGreaterThan(0);
  expect([connection.answer().status, connection.answer().body]).toEqual([400, expect.stringContaining(issue)]);
  connection.end();
});

test.each([
  ['multipart/related; boundary=other', related('{}', 'x')],
  ['multipart/related', related('{}', 'x')],
  ['multipart/related; boundary=b0undary', Buffer.from('--b0undary\r\n\r\n{}')],
  ['multipart/related; boundary=b0undary', Buffer.from('--b0undary\r\n\r\n{}\r\n--b0undary--')],
  ['multipart/related; boundary=b0undary', related('{"size":1}', 'x')],
  ['multipart/mixed; boundary=b0undary', related('{}', 'x')],
  ['text/plain', Buffer.from('x')],
])('%s that is broken is refused', async (type, sent) => {
  const answer = await bucket(ada).call('POST', 'broken.bin', { headers: { 'content-type': type } }, sent);
  expect(await outcome(answer)).toEqual([400, 'invalid-input']);
  expect((await bucket(ada).call('GET', 'broken.bin')).status).toBe(404);
});

test('larger bodies are referred to PUT', async () => {
  const sent = related('{}', bytes(maxMultipartBytes));
  const answer = await bucket(ada).call('POST', 'large.bin', { headers: relatedType }, sent);
  const { code, data } = await answer.json();
  expect([answer.status, code, data.maxBytes]).toEqual([413, 'body-too-large', maxMultipartBytes]);
  expect(data.instead).toContain('PUT');
});
