import { beforeAll, describe, expect, test } from 'vitest';
import { bucket, outcome } from '#tests/support/client/bucket.ts';
import { type Person, signUp } from '#tests/support/client/build-account.ts';
import { bytes } from '#tests/support/fixtures/bytes.ts';
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
    const stored = await bucket(ada).store('meta.txt', body);
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
      timeCreated: stored.timeCreated,
    });
    expect(told.updated).toBeGreaterThanOrEqual(stored.updated);
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
    const next = await bucket(ada).store('meta.txt', bytes(5));
    expect(next).toMatchObject({ generation: 2, metageneration: 1, contentLanguage: null, customMetadata: {} });
  });

  test('reaches the live stream and the content handler, whose headers stay safe', async () => {
    const { fileId, url } = await bucket(ada).store('served.bin', body);
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
    await bucket(ada).store('refused.txt', body);
    const answer = await bucket(ada).patch('refused.txt', change);
    const { code, data } = await answer.json();
    expect([answer.status, code]).toEqual([400, 'invalid-input']);
    expect(data.issues.length).toBeGreaterThan(0);
    expect((await bucket(ada).metadata('refused.txt')).metageneration).toBe(1);
  });

  test('that is no JSON, or too much of it, is refused', async () => {
    await bucket(ada).store('refused.txt', body);
    expect(await outcome(await bucket(ada).call('PATCH', 'refused.txt', {}, '{"a'))).toEqual([400, 'invalid-json']);
    const long = JSON.stringify({ cacheControl: 'x'.repeat(70_000) });
    expect(await outcome(await bucket(ada).call('PATCH', 'refused.txt', {}, long))).toEqual([413, 'body-too-large']);
  });
});

test('a change of metadata reaches another tab', async () => {
  const { fileId } = await bucket(ada).store('live.txt', body);
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
