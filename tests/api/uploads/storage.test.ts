import { beforeAll, describe, expect, test } from 'vitest';
import { createStorage, type Storage } from '#client/storage/storage.ts';
import { reuseIfStored } from '#client/storage/transfer/reuse-if-stored.ts';
import { type Person, signUp } from '#tests/support/client/build-account.ts';
import { throughProxy } from '#tests/support/client/through-proxy.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { bytes, sha256 } from '#tests/support/fixtures/bytes.ts';
import { sharedServer } from '#tests/support/server/shared-server.ts';

const bucket = 'keepsake';
const retry = { firstDelayMs: 5 };

describe('the storage client', () => {
  let person: Person;
  let storage: Storage;
  beforeAll(async () => {
    person = await signUp(await sharedServer());
    storage = createStorage(person.server, { bucket, retry });
  });

  test('puts an object in one request, with its metadata, and reads both back', async () => {
    const body = bytes(100_000, 'object');
    const metadata = { contentType: 'image/png', cacheControl: 'no-store', customMetadata: { place: 'Sea' } };
    const put = await storage.put('Summer/Sea/a.png', body, { metadata });
    expect(put).toMatchObject({ ...metadata, size: 100_000, generation: 1, sha256: sha256(body) });
    expect(put.fullPath).toBe(`${person.uid}/Summer/Sea/a.png`);
    expect(await storage.metadata('Summer/Sea/a.png')).toEqual(put);
    const blob = await storage.downloadBlob('/Summer/Sea/a.png');
    expect([blob.type, sha256(await blob.arrayBuffer())]).toEqual(['image/png', sha256(body)]);
  });

  test('what is too large for one multipart request gets its metadata after', async () => {
    const body = bytes(9 * 1024 ** 2, 'large');
    const put = await storage.put('large.bin', new Blob([body]), { metadata: { customMetadata: { a: 'b' } } });
    expect(put).toMatchObject({ customMetadata: { a: 'b' }, sha256: sha256(body), generation: 1 });
  });

  test.each([
    ['raw', 'Grüße', undefined],
    ['base64', 'R3LDvMOfZQ==', undefined],
    ['base64url', 'R3LDvMOfZQ', undefined],
    ['data_url', 'data:text/html;base64,R3LDvMOfZQ==', 'text/html'],
  ] as const)('puts a text that is %s', async (format, text, contentType) => {
    const put = await storage.putString(`texts/${format}.txt`, text, format);
    expect(put.contentType).toBe(contentType ?? 'text/plain');
    const { stream } = await storage.download(`texts/${format}.txt`);
    expect(await new Response(stream).text()).toBe('Grüße');
  });

  test('metadata is set, stored and taken away', async () => {
    await storage.put('set.txt', bytes(1), { metadata: { contentLanguage: 'de', contentType: 'text/plain' } });
    const updated = await storage.updateMetadata('set.txt', { contentLanguage: null, cacheControl: 'no-store' });
    expect(updated).toMatchObject({ contentLanguage: null, cacheControl: 'no-store', metageneration: 2 });
  });

  test('a condition on the generation is met', async () => {
    const first = await storage.put('guarded.txt', bytes(1), { ifGenerationMatch: 0 });
    const second = await storage.put('guarded.txt', bytes(2), { ifGenerationMatch: first.generation });
    expect(second.generation).toBe(2);
    const late = storage.put('guarded.txt', bytes(3), { ifGenerationMatch: first.generation });
    await expect(late).rejects.toMatchObject({ status: 412, serverCode: 'generation-mismatch' });
  });

  test('a range comes alone, and whole when the file is another one', async () => {
    const body = bytes(1000, 'range');
    await storage.put('range.bin', body);
    const range = { from: 100, to: 200 };
    const part = await storage.download('range.bin', { range });
    expect([part.isPart, part.size]).toEqual([true, 100]);
    expect(sha256(await new Response(part.stream).arrayBuffer())).toBe(sha256(body.slice(100, 200)));
    const same = await storage.download('range.bin', { range, ifRange: part.etag ?? '' });
    await same.stream.cancel();
    const other = await storage.download('range.bin', { range, ifRange: '"other"' });
    await other.stream.cancel();
    expect([same.isPart, other.isPart]).toEqual([true, false]);
  });

  test('lists by pages, folds by a delimiter, finds all', async () => {
    for (let i = 0; i < 5; i += 1) await storage.put(`list/deep/${i}.txt`, bytes(i));
    await storage.put('list/top.txt', bytes(1));
    const folded = await storage.list({ prefix: 'list/', delimiter: '/' });
    expect(folded.items.map(({ name }) => name)).toEqual(['top.txt']);
    expect(folded.prefixes).toHaveLength(1);
    const page = await storage.list({ prefix: 'list/', maxResults: 4 });
    const rest = await storage.list({ prefix: 'list/', pageToken: page.nextPageToken ?? '' });
    expect([page.items.length, rest.items.length, rest.nextPageToken]).toEqual([4, 2, null]);
    expect(await storage.listAll('list/')).toEqual([...page.items, ...rest.items]);
  });

  test('a download token opens the address until it is revoked', async () => {
    await storage.put('token.txt', new TextEncoder().encode('a key'));
    const { id, token, url } = await storage.createDownloadToken('token.txt');
    expect(await (await fetch(url)).text()).toBe('a key');
    expect(await (await fetch(await storage.downloadUrl('token.txt', token))).text()).toBe('a key');
    await storage.revokeToken(id);
    await expect(storage.downloadUrl('token.txt', token)).rejects.toMatchObject({ code: 'no-download-url' });
    expect(await storage.refFromUrl(url)).toBe('token.txt');
  });

  test('addresses of objects and of files lead back to the path', async () => {
    const path = 'A Summer/50% & more/ü.txt';
    const { url } = await storage.put(path, bytes(1));
    const { baseUrl } = person.server;
    expect(await storage.refFromUrl(`${baseUrl}${url}`)).toBe(path);
    const address = path.split('/').map(encodeURIComponent).join('/');
    expect(await storage.refFromUrl(`${baseUrl}/api/objects/${address}`)).toBe(path);
  });

  test('what is deleted is gone', async () => {
    await storage.put('gone.txt', bytes(1));
    await storage.delete('gone.txt');
    await expect(storage.metadata('gone.txt')).rejects.toMatchObject({ code: 'object-not-found' });
    await expect(storage.delete('gone.txt')).rejects.toMatchObject({ code: 'object-not-found' });
  });

  test('lost answers double nothing and fail nothing', async () => {
    let lost = new Set<string>();
    const { server } = await throughProxy(person, ({ method }) => {
      if (method === 'GET' || lost.has(method)) return undefined;
      lost.add(method);
      return { kind: 'drop answer' };
    });
    const shaky = createStorage(server, { bucket, retry });
    expect(await shaky.put('lost.txt', bytes(10), { ifGenerationMatch: 0 })).toMatchObject({ generation: 1 });
    lost = new Set();
    expect(await shaky.put('lost.txt', bytes(20))).toMatchObject({ generation: 2, size: 20 });
    expect(await shaky.updateMetadata('lost.txt', { contentType: 'image/png' })).toMatchObject({
      contentType: 'image/png',
    });
    await shaky.delete('lost.txt');
    await expect(storage.metadata('lost.txt')).rejects.toMatchObject({ code: 'object-not-found' });
  });

  test('what the account keeps is not sent again, and a large one hashed only when the size is known', async () => {
    const body = bytes(100_000, 'stored');
    await uploadFile(person, { name: 'first.bin', body });
    let hashed = 0;
    const hash = async () => {
      hashed += 1;
      return sha256(body);
    };
    const reused = await reuseIfStored(person.server, { name: 'second.bin', body, folderId: null }, hash);
    expect([reused?.name, reused?.size, hashed]).toEqual(['second.bin', 100_000, 1]);
    const other = { name: 'third.bin', body: bytes(100_001), folderId: null };
    expect([await reuseIfStored(person.server, other, hash), hashed]).toEqual([undefined, 1]);
    const sameSize = { name: 'fourth.bin', body: bytes(100_000, 'other'), folderId: null };
    expect(await reuseIfStored(person.server, sameSize, async () => sha256(sameSize.body))).toBeUndefined();
    const small = { name: 'small.bin', body: bytes(10, 'small'), folderId: null };
    const hashSmall = async () => sha256(small.body);
    expect(await reuseIfStored(person.server, small, hashSmall)).toBeUndefined();
    await uploadFile(person, { name: 'small.bin', body: small.body });
    expect(await reuseIfStored(person.server, small, hashSmall)).toMatchObject({ name: 'small.bin', version: 1 });
  });
});
