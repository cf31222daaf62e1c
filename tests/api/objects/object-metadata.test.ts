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
      contentType: 'text/markdown',
      cacheControl: 'max-age=60',
      contentDisposition: 'attachment',
      contentEncoding: 'gzip',
      contentLanguage: 'de, en',
      customMetadata: { place: 'Rome 🌞', 'nul\0': '\0' },
    };
    const set = await bucket(ada).patch('meta.txt', change);
    expect(set.status).toBe(200);
    const told = await set.json();
    expect(told).toMatchObject({
      ...change,
      generation: 1,
      metageneration: 2,
      size: 1000,
      timeCreated: kept.timeCreated,
    });
    expect(told.updated).toBeGreaterThanOrEqual(kept.updated);
    expect(await bucket(ada).metadata('meta.txt')).toEqual(told);
    await bucket(ada).patch('meta.txt', { cacheControl: null, customMetadata: { other: '1' } });
    expect(await bucket(ada).metadata('meta.txt')).toMatchObject({
      ...change,
      cacheControl: null,
      customMetadata: { other: '1' },
      metageneration: 3,
    });
    await bucket(ada).patch('meta.txt', { contentType: null, customMetadata: null });
    expect(await bucket(ada).metadata('meta.txt')).toMatchObject({ contentType: 'text/plain', customMetadata: {} });
    const next = await bucket(ada).keep('meta.txt', bytes(5));
    expect(next).toMatchObject({ generation: 2, metageneration: 1, contentLanguage: null, customMetadata: {} });
  });

  test('is told to the live stream and by the content door, whose headers stay safe', async () => {
    const { fileId, url } = await bucket(ada).keep('served.bin', body);
    const { revision } = await ada.api.folders.children({ id: 'root' });
    const etag = (await ada.fetch(url)).headers.get('etag') ?? '';
    await bucket(ada).patch('served.bin', {
      contentType: 'text/html',
      contentDisposition: 'inline',
      contentEncoding: 'br',
      cacheControl: 'public, max-age=31536000',
      contentLanguage: 'fr',
    });
    const { headers, status } = await ada.fetch(url, { headers: { 'if-none-match': etag } });
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/octet-stream');
    expect(headers.get('content-disposition')).toMatch(/^attachment;/);
    expect(headers.get('cache-control')).toBe('private, no-cache');
    expect(headers.get('content-encoding')).toBeNull();
    expect(headers.get('content-language')).toBe('fr');
    expect((await ada.api.folders.children({ id: 'root' })).revision).toBe(revision + 1);
    expect((await ada.api.entries.get({ id: fileId })).file?.contentType).toBe('text/html');
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
    await bucket(ada).keep('refused.txt', body);
    const answer = await bucket(ada).patch('refused.txt', change);
    const { code, data } = await answer.json();
    expect([answer.status, code]).toEqual([400, 'invalid-input']);
    expect(data.issues.length).toBeGreaterThan(0);
    expect((await bucket(ada).metadata('refused.txt')).metageneration).toBe(1);
  });

  test('that is no JSON, or too much of it, is refused', async () => {
    await bucket(ada).keep('refused.txt', body);
    expect(await outcome(await bucket(ada).call('PATCH', 'refused.txt', {}, '{"a'))).toEqual([400, 'invalid-json']);
    const long = JSON.stringify({ cacheControl: 'x'.repeat(70_000) });
    expect(await outcome(await bucket(ada).call('PATCH', 'refused.txt', {}, long))).toEqual([413, 'body-too-large']);
  });
});

describe('preconditions', () => {
  const mismatch = [412, 'generation-mismatch'];
  const generation = (n: number | string) => ({ headers: { 'if-generation-match': String(n) } });

  test('hold for every method, as header or parameter', async () => {
    const path = 'expected.txt';
    expect(await outcome(await bucket(ada).put(path, body, generation(1)))).toEqual(mismatch);
    expect((await bucket(ada).put(path, body, generation(0))).status).toBe(201);
    expect(await outcome(await bucket(ada).put(path, body, generation(0)))).toEqual(mismatch);
    expect(await outcome(await bucket(ada).put(path, body, { query: { ifGenerationMatch: '7' } }))).toEqual(mismatch);
    expect((await bucket(ada).put(path, body, { query: { ifGenerationMatch: '1' } })).status).toBe(200);
    for (const method of ['GET', 'PATCH', 'DELETE']) {
      const sent = method === 'PATCH' ? '{}' : undefined;
      expect(await outcome(await bucket(ada).call(method, path, generation(1), sent))).toEqual(mismatch);
    }
    const media = { query: { alt: 'media' }, ...generation(1) };
    expect(await outcome(await bucket(ada).call('GET', path, media))).toEqual(mismatch);
    expect((await bucket(ada).call('GET', path, generation(2))).status).toBe(200);
    const metageneration = (n: number) => ({ headers: { 'if-metageneration-match': String(n) } });
    expect((await bucket(ada).patch(path, {}, metageneration(1))).status).toBe(200);
    expect(await outcome(await bucket(ada).patch(path, {}, metageneration(1)))).toEqual(mismatch);
    expect((await bucket(ada).call('DELETE', path, generation(2))).status).toBe(204);
    const nowhere = { query: { createFolders: 'true' }, ...generation(3) };
    expect(await outcome(await bucket(ada).put('Nowhere/a.txt', body, nowhere))).toEqual(mismatch);
    expect((await ada.api.folders.children({ id: 'root' })).folders.map(({ name }) => name)).not.toContain('Nowhere');
  });

  test.each(['-1', 'x', '1.5', '', '9'.repeat(20)])('%j is no generation', async (value) => {
    const query = { ifGenerationMatch: value };
    expect(await outcome(await bucket(ada).put('a.txt', body, { query }))).toEqual([400, 'invalid-input']);
  });

  test('of HTTP: only what is new, and no entity tags', async () => {
    const isNew = { headers: { 'if-none-match': '*' } };
    expect((await bucket(ada).put('new.txt', body, isNew)).status).toBe(201);
    expect(await outcome(await bucket(ada).put('new.txt', body, isNew))).toEqual(mismatch);
    const tagged = { headers: { 'if-match': '"x"' } };
    expect(await outcome(await bucket(ada).put('new.txt', body, tagged))).toEqual([400, 'invalid-input']);
    const part = { headers: { 'content-range': 'bytes 0-999/2000' } };
    expect(await outcome(await bucket(ada).put('new.txt', body, part))).toEqual([400, 'invalid-input']);
  });

  test('of many writers at once exactly one wins', async () => {
    for (const expected of [0, 1, 2]) {
      const writers = Array.from({ length: 6 }, (_, i) =>
        bucket(ada).put(
          'race.txt',
          i % 2 === 0 ? bytes(100 + i) : new Blob([bytes(100 + i)]).stream(),
          generation(expected),
        ),
      );
      const answers = await Promise.all(writers);
      const won = answers.filter(({ ok }) => ok);
      expect(won).toHaveLength(1);
      expect(answers.filter(({ status }) => status === 412)).toHaveLength(5);
      const told = await won[0]?.json();
      expect(told.generation).toBe(expected + 1);
      expect(await bucket(ada).metadata('race.txt')).toEqual(told);
    }
  });

  test('of many changes of the metadata exactly one wins', async () => {
    await bucket(ada).keep('meta-race.txt', body);
    const headers = { 'if-metageneration-match': '1' };
    const languages = ['de', 'en', 'fr', 'it'];
    const answers = await Promise.all(
      languages.map((contentLanguage) => bucket(ada).patch('meta-race.txt', { contentLanguage }, { headers })),
    );
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect((await bucket(ada).metadata('meta-race.txt')).metageneration).toBe(2);
  });
});

describe('one-shot multipart', () => {
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

  test('larger bodies are told to use PUT', async () => {
    const sent = related('{}', bytes(maxMultipartBytes));
    const answer = await bucket(ada).call('POST', 'large.bin', { headers: relatedType }, sent);
    const { code, data } = await answer.json();
    expect([answer.status, code, data.maxBytes]).toEqual([413, 'body-too-large', maxMultipartBytes]);
    expect(data.instead).toContain('PUT');
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
    async () => {
      heard += (await reader?.read())?.value ?? '';
      return heard.includes(fileId) && heard.includes('text/csv');
    },
    { what: 'the change' },
  );
  await reader?.cancel();
});
