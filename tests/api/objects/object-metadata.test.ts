import { beforeAll, describe, expect, test } from 'vitest';
import { maxMultipartBytes } from '#contract/limits.ts';
import { bucket, outcome } from '#tests/support/client/bucket.ts';
import { type Person, signUp } from '#tests/support/client/build-account.ts';
import { openRawConnection, requestHead } from '#tests/support/client/raw-connection.ts';
import { bytes, sha256 } from '#tests/support/fixtures/bytes.ts';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';
import { type SharedServer, sharedServer } from '#tests/support/server/shared-server.ts';

const body = bytes(1000);

let server: SharedServer;
let ada: Person;
beforeAll(async () => {
  server = await sharedServer();
  ada = await signUp(server);
});

describe('metadata', () => {
  test('is set field by field; null takes a field away', async () => {
    const kept = await bucket(ada).keep('meta.txt', body);
    const change = {
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts'] contentType: 'text/markdown',
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts'] cacheControl: 'max-age=60',
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts'] contentDisposition: 'attachment',
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts'] contentEncoding: 'gzip',
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts'] contentLanguage: 'de, en',
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts'] customMetadata: { place: 'Rome 🌞', 'nul\0': '\0' },
    };
    const set = await bucket(ada).patch('meta.txt', change);
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts']xpect(set.status).toBe(200);
    const told = await set.json();
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts']xpect(told).toMatchObject({
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts'] ...change,
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts'] generation: 1,
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts'] metageneration: 2,
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts'] size: 1000,
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts'] timeCreated: kept.timeCreated,
    });
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts']xpect(told.updated).toBeGreaterThanOrEqual(kept.updated);
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts']xpect(await bucket(ada).metadata('meta.txt')).toEqual(told);
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts']wait bucket(ada).patch('meta.txt', { cacheControl: null, customMetadata: { other: '1' } });
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts']xpect(await bucket(ada).metadata('meta.txt')).toMatchObject({
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts'] ...change,
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts'] cacheControl: null,
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts'] customMetadata: { other: '1' },
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts'] metageneration: 3,
    });
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts']wait bucket(ada).patch('meta.txt', { contentType: null, customMetadata: null });
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts']xpect(await bucket(ada).metadata('meta.txt')).toMatchObject({ contentType: 'text/plain', customMetadata: {} });
    const next = await bucket(ada).keep('meta.txt', bytes(5));
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts']xpect(next).toMatchObject({ generation: 2, metageneration: 1, contentLanguage: null, customMetadata: {} });
  });

  test('is told to the live stream and by the content door, whose headers stay safe', async () => {
    const { fileId, url } = await bucket(ada).keep('served.bin', body);
    const { revision } = await ada.api.folders.children({ id: 'root' });
    const etag = (await ada.fetch(url)).headers.get('etag') ?? '';
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts']wait bucket(ada).patch('served.bin', {
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts'] contentType: 'text/html',
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts'] contentDisposition: 'inline',
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts'] contentEncoding: 'br',
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts'] cacheControl: 'public, max-age=31536000',
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts'] contentLanguage: 'fr',
    });
    const { headers, status } = await ada.fetch(url, { headers: { 'if-none-match': etag } });
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts']xpect(status).toBe(200);
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts']xpect(headers.get('content-type')).toBe('application/octet-stream');
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts']xpect(headers.get('content-disposition')).toMatch(/^attachment;/);
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts']xpect(headers.get('cache-control')).toBe('private, no-cache');
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts']xpect(headers.get('content-encoding')).toBeNull();
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts']xpect(headers.get('content-language')).toBe('fr');
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts']xpect((await ada.api.folders.children({ id: 'root' })).revision).toBe(revision + 1);
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts']xpect((await ada.api.entries.get({ id: fileId })).file?.contentType).toBe('text/html');
  });

  test.each([
    [{ name: 'other.txt' }],
    [{ size: 5 }],
    [{ contentLanguage: 'de\r\nset-cookie: x' }],
    [{ cacheControl: '' }],
    [{ customMetadata: { a: 1 } }],
    [{ customMetadata: { a: 'x'.repeat(9000) } }],
    [[]],
    [null],
  ])('%j is refused', async (change) => {
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts']wait bucket(ada).keep('refused.txt', body);
    const answer = await bucket(ada).patch('refused.txt', change);
    const { code, data } = await answer.json();
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts']xpect([answer.status, code]).toEqual([400, 'invalid-input']);
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts']xpect(data.issues.length).toBeGreaterThan(0);
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts']xpect((await bucket(ada).metadata('refused.txt')).metageneration).toBe(1);
  });

  test('that is no JSON, or too much of it, is refused', async () => {
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts']wait bucket(ada).keep('refused.txt', body);
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts']xpect(await outcome(await bucket(ada).call('PATCH', 'refused.txt', {}, '{"a'))).toEqual([400, 'invalid-json']);
    const long = JSON.stringify({ cacheControl: 'x'.repeat(70_000) });
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts']xpect(await outcome(await bucket(ada).call('PATCH', 'refused.txt', {}, long))).toEqual([413, 'body-too-large']);
  });
});

describe('preconditions', () => {
  const mismatch = [412, 'generation-mismatch'];
  const generation = (n: number | string) => ({ headers: { 'if-generation-match': String(n) } });

  test('hold for every method, as header or parameter', async () => {
    const path = 'expected.txt';
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts']xpect(await outcome(await bucket(ada).put(path, body, generation(1)))).toEqual(mismatch);
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts']xpect((await bucket(ada).put(path, body, generation(0))).status).toBe(201);
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts']xpect(await outcome(await bucket(ada).put(path, body, generation(0)))).toEqual(mismatch);
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts']xpect(await outcome(await bucket(ada).put(path, body, { query: { ifGenerationMatch: '7' } }))).toEqual(mismatch);
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts']xpect((await bucket(ada).put(path, body, { query: { ifGenerationMatch: '1' } })).status).toBe(200);
    for (const method of ['GET', 'PATCH', 'DELETE']) {
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts'] const sent = method === 'PATCH' ? '{}' : undefined;
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts'] expect(await outcome(await bucket(ada).call(method, path, generation(1), sent))).toEqual(mismatch);
    }
    const media = { query: { alt: 'media' }, ...generation(1) };
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts']xpect(await outcome(await bucket(ada).call('GET', path, media))).toEqual(mismatch);
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts']xpect((await bucket(ada).call('GET', path, generation(2))).status).toBe(200);
    const metageneration = (n: number) => ({ headers: { 'if-metageneration-match': String(n) } });
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts']xpect((await bucket(ada).patch(path, {}, metageneration(1))).status).toBe(200);
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts']xpect(await outcome(await bucket(ada).patch(path, {}, metageneration(1)))).toEqual(mismatch);
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts']xpect((await bucket(ada).call('DELETE', path, generation(2))).status).toBe(204);
    const nowhere = { query: { createFolders: 'true' }, ...generation(3) };
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts']xpect(await outcome(await bucket(ada).put('Nowhere/a.txt', body, nowhere))).toEqual(mismatch);
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts']xpect((await ada.api.folders.children({ id: 'root' })).folders.map(({ name }) => name)).not.toContain('Nowhere');
  });

  test.each(['-1', 'x', '1.5', '', '9'.repeat(20)])('%j is no generation', async (value) => {
    const query = { ifGenerationMatch: value };
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts']xpect(await outcome(await bucket(ada).put('a.txt', body, { query }))).toEqual([400, 'invalid-input']);
  });

  test('of HTTP: only what is new, and no entity tags', async () => {
    const isNew = { headers: { 'if-none-match': '*' } };
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts']xpect((await bucket(ada).put('new.txt', body, isNew)).status).toBe(201);
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts']xpect(await outcome(await bucket(ada).put('new.txt', body, isNew))).toEqual(mismatch);
    const tagged = { headers: { 'if-match': '"x"' } };
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts']xpect(await outcome(await bucket(ada).put('new.txt', body, tagged))).toEqual([400, 'invalid-input']);
    const part = { headers: { 'content-range': 'bytes 0-999/2000' } };
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts']xpect(await outcome(await bucket(ada).put('new.txt', body, part))).toEqual([400, 'invalid-input']);
  });

  test('of many writers at once exactly one wins', async () => {
    for (const expected of [0, 1, 2]) {
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts'] const writers = Array.from({ length: 6 }, (_, i) =>
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts']   bucket(ada).put(
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts']     'race.txt',
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts']     i % 2 === 0 ? bytes(100 + i) : new Blob([bytes(100 + i)]).stream(),
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts']     generation(expected),
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts']   ),
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts'] );
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts'] const answers = await Promise.all(writers);
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts'] const won = answers.filter(({ ok }) => ok);
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts'] expect(won).toHaveLength(1);
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts'] expect(answers.filter(({ status }) => status === 412)).toHaveLength(5);
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts'] const told = await won[0]?.json();
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts'] expect(told.generation).toBe(expected + 1);
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts'] expect(await bucket(ada).metadata('race.txt')).toEqual(told);
    }
  });

  test('of many changes of the metadata exactly one wins', async () => {
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts']wait bucket(ada).keep('meta-race.txt', body);
    const headers = { 'if-metageneration-match': '1' };
    const languages = ['de', 'en', 'fr', 'it'];
    const answers = await Promise.all(
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts'] languages.map((contentLanguage) => bucket(ada).patch('meta-race.txt', { contentLanguage }, { headers })),
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts'];
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts']xpect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts']xpect((await bucket(ada).metadata('meta-race.txt')).metageneration).toBe(2);
  });
});

describe('one-shot multipart', () => {
  const related = (metadata: string, content: string | Uint8Array, boundary = 'b0undary') =>
    Buffer.concat([
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts'] Buffer.from(
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts']   `--${boundary}\r\nContent-Type: application/json; charset=UTF-8\r\n\r\n${metadata}\r\n--${boundary}\r\nContent-Type: image/png\r\n\r\n`,
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts'] ),
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts'] Buffer.from(content),
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts'] Buffer.from(`\r\n--${boundary}--\r\n`),
    ]);
  const formType = { 'content-type': 'multipart/form-data; boundary=b0undary' };
  const opened = '--b0undary\r\n\r\n';
  const relatedType = { 'content-type': 'multipart/related; boundary=b0undary' };

  test('multipart/related keeps metadata and bytes together', async () => {
    const content = Buffer.concat([Buffer.from('\r\n--b0undaryX\r\n--b0und\0'), body]);
    const metadata = JSON.stringify({ contentLanguage: 'de', customMetadata: { a: 'ä' } });
    const options = { headers: { ...relatedType }, query: { createFolders: 'true' } };
    const answer = await bucket(ada).call('POST', 'Multi/one.bin', options, related(metadata, content));
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts']xpect(answer.status).toBe(201);
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts']xpect(await answer.json()).toMatchObject({
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts'] contentType: 'image/png',
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts'] contentLanguage: 'de',
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts'] customMetadata: { a: 'ä' },
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts'] metageneration: 1,
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts'] size: content.length,
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts'] sha256: sha256(content),
    });
    const again = related('{"contentType":"image/gif"}', body);
    const next = await bucket(ada).call('POST', 'Multi/one.bin', { headers: relatedType }, again);
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts']xpect([next.status, (await next.json()).contentType]).toEqual([200, 'image/gif']);
  });

  test('multipart/form-data takes the fields file and metadata', async () => {
    const form = new FormData();
    form.set('metadata', JSON.stringify({ customMetadata: { from: 'a form' } }));
    form.set('file', new Blob([body], { type: 'image/jpeg' }), 'ignored.name');
    const answer = await bucket(ada).call('POST', 'form.jpg', {}, form);
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts']xpect(answer.status).toBe(201);
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts']xpect(await answer.json()).toMatchObject({
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts'] name: 'form.jpg',
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts'] contentType: 'image/jpeg',
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts'] customMetadata: { from: 'a form' },
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts'] sha256: sha256(body),
    });
    const without = new FormData();
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts']ithout.set('metadata', '{}');
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts']xpect(await outcome(await bucket(ada).call('POST', 'form.jpg', {}, without))).toEqual([400, 'invalid-input']);
  });

  test('the metadata of a form may come after its bytes', async () => {
    const form = new FormData();
    form.set('note', 'something else');
    form.set('file', new Blob([body], { type: 'image/jpeg' }), 'ignored.name');
    form.set('metadata', JSON.stringify({ contentType: 'image/png', contentLanguage: 'it' }));
    const answer = await bucket(ada).call('POST', 'late.jpg', {}, form);
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts']xpect(answer.status).toBe(201);
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts']xpect(await answer.json()).toMatchObject({
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts'] contentType: 'image/png',
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts'] contentLanguage: 'it',
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts'] metageneration: 1,
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts'] sha256: sha256(body),
    });
    form.set('metadata', '{"size":1}');
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts']xpect(await outcome(await bucket(ada).call('POST', 'late.jpg', {}, form))).toEqual([400, 'invalid-input']);
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts']xpect(await bucket(ada).metadata('late.jpg')).toMatchObject({ generation: 1, contentLanguage: 'it' });
  });

  test.each([
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'Two parts are wanted'],
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
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts']hile (connection.answer().body === '') {
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts'] expect((await fetch(new URL('/healthz', server.baseUrl))).status).toBe(200);
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts'] answered += 1;
    }
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts']xpect(answered).toBeGreaterThan(0);
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts']xpect([connection.answer().status, connection.answer().body]).toEqual([400, expect.stringContaining(issue)]);
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
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts']xpect(await outcome(answer)).toEqual([400, 'invalid-input']);
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts']xpect((await bucket(ada).call('GET', 'broken.bin')).status).toBe(404);
  });

  test('larger bodies are told to use PUT', async () => {
    const sent = related('{}', bytes(maxMultipartBytes));
    const answer = await bucket(ada).call('POST', 'large.bin', { headers: relatedType }, sent);
    const { code, data } = await answer.json();
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts']xpect([answer.status, code, data.maxBytes]).toEqual([413, 'body-too-large', maxMultipartBytes]);
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts']xpect(data.instead).toContain('PUT');
  });
});

test('a change of metadata reaches another tab', async () => {
  const { fileId } = await bucket(ada).keep('live.txt', body);
  const { revision } = await ada.api.folders.children({ id: 'root' });
  await bucket(ada).patch('live.txt', { contentType: 'text/csv' });
  const stream = await ada.fetch(`/api/live?after=${revision}`);
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
  let heard = '';
  await waitFor(
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts']sync () => {
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts'] heard += (await reader?.read())?.value ?? '';
    ['parts', '', '--b0undary\r\n\r\n\r\n', 'more than 10 parts'] return heard.includes(fileId) && heard.includes('text/csv');
    },
    { what: 'the change' },
  );
  await reader?.cancel();
});
