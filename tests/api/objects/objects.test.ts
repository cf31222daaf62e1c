import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { objectMetadata } from '#contract/records/objects.ts';
import { bucket, outcome } from '#tests/support/client/bucket.ts';
import { type Person, signUp, visit } from '#tests/support/client/build-account.ts';
import { openRawConnection, requestHead } from '#tests/support/client/raw-connection.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { bytes, sha256 } from '#tests/support/fixtures/bytes.ts';
import { startServer, type TestServer } from '#tests/support/server/start-server.ts';

const body = bytes(1000);
const md5 = (content: Uint8Array) => createHash('md5').update(content).digest('base64');

let server: TestServer;
let ada: Person;
beforeAll(async () => {
  server = await startServer();
  ada = await signUp(server);
});

describe('an object by its path', () => {
  test('is made with its folders; its metadata is true', async () => {
    const before = Date.now();
    const put = await bucket(ada).put('Trips/Rome 2024/photo é.jpg', body, {
      query: { createFolders: 'true' },
      headers: { 'content-type': 'image/jpeg' },
    });
    expect(put.status).toBe(201);
    const told = objectMetadata.parse(await put.json());
    const { timeCreated, updated, modifiedAt, fileId, url, ...fields } = told;
    expect(fields).toEqual({
      bucket: 'keepsake',
      fullPath: `${ada.uid}/Trips/Rome 2024/photo é.jpg`,
      name: 'photo é.jpg',
      generation: 1,
      metageneration: 1,
      size: 1000,
      md5Hash: md5(body),
      sha256: sha256(body),
      contentType: 'image/jpeg',
      cacheControl: null,
      contentDisposition: null,
      contentEncoding: null,
      contentLanguage: null,
      customMetadata: {},
    });
    expect(timeCreated).toBeGreaterThanOrEqual(before);
    expect([updated, modifiedAt]).toEqual([timeCreated, timeCreated]);
    expect(await bucket(ada).metadata('Trips/Rome 2024/photo é.jpg')).toEqual(told);
    const { file } = await ada.api.entries.get({ id: fileId });
    expect(file).toMatchObject({ name: 'photo é.jpg', url, size: 1000 });
    expect(sha256(await (await ada.fetch(url)).arrayBuffer())).toBe(sha256(body));
  });

  test('says when its file was modified, as the uploader told it', async () => {
    await uploadFile(ada, { name: 'scan.txt', body: bytes(10), lastModified: 1_000_000_000_000 });
    expect(await bucket(ada).metadata('scan.txt')).toMatchObject({ modifiedAt: 1_000_000_000_000 });
    expect((await bucket(ada).list({ prefix: 'scan' })).items).toMatchObject([{ modifiedAt: 1_000_000_000_000 }]);
    const { modifiedAt, updated } = await bucket(ada).store('scan.txt', bytes(20));
    expect(modifiedAt).toBe(updated);
  });

  test('put again is the next version, answered with 200', async () => {
    await bucket(ada).store('again.txt', bytes(10));
    const put = await bucket(ada).put('again.txt', bytes(20));
    expect([put.status, (await put.json()).generation]).toEqual([200, 2]);
    expect(await bucket(ada).metadata('again.txt')).toMatchObject({
      generation: 2,
      size: 20,
      contentType: 'text/plain',
    });
  });

  test('an empty object, and one without a length', async () => {
    expect(await bucket(ada).store('empty.bin', new Uint8Array())).toMatchObject({
      size: 0,
      md5Hash: md5(Buffer.alloc(0)),
    });
    const stream = new Blob([bytes(3_000_000)]).stream();
    const stored = await bucket(ada).store('stream.bin', stream);
    const [of, sum] = [bytes(3_000_000), sha256(bytes(3_000_000))];
    expect(stored).toMatchObject({ size: 3_000_000, sha256: sum, md5Hash: md5(of) });
    expect(await bucket(ada).store('nothing.bin', new Blob([]).stream())).toMatchObject({ size: 0 });
  });

  test('folders are not made unless that is asked for', async () => {
    expect(await outcome(await bucket(ada).put('No/Such/a.txt', body))).toEqual([404, 'folder-not-found']);
    expect((await ada.api.folders.children({ id: 'root' })).folders.map(({ name }) => name)).not.toContain('No');
  });

  test('many may make the same folders at once', async () => {
    const paths = Array.from({ length: 8 }, (_, i) => `Many/Of/Them/${i}.txt`);
    await Promise.all(paths.map((path) => bucket(ada).store(path, body)));
    const { items } = await bucket(ada).list({ prefix: 'Many/' });
    expect(items.map(({ fullPath }) => fullPath)).toEqual(paths.map((path) => `${ada.uid}/${path}`));
  });

  test('a folder is no object, and a file no folder', async () => {
    await bucket(ada).store('Folder/file.txt', body);
    for (const method of ['GET', 'DELETE', 'PATCH']) {
      const sent = method === 'PATCH' ? '{}' : undefined;
      expect(await outcome(await bucket(ada).call(method, 'Folder', {}, sent))).toEqual([404, 'object-not-found']);
      expect(await outcome(await bucket(ada).call(method, 'Folder/file.txt/x', {}, sent))).toEqual([
        404,
        'object-not-found',
      ]);
    }
    expect(await outcome(await bucket(ada).put('Folder', body))).toEqual([409, 'name-taken']);
    const below = await bucket(ada).put('Folder/file.txt/x', body, { query: { createFolders: 'true' } });
    expect(await outcome(below)).toEqual([409, 'name-taken']);
  });

  test('any name comes and goes percent-encoded', async () => {
    for (const name of [
      '100%.txt',
      'a?b#c&d=e+f.txt',
      '日本語.txt',
      '👩‍👩‍👧.png',
      '"quoted" \\ back.txt',
      '%2e%2e',
      ' lead',
    ]) {
      const stored = await bucket(ada).store(`Names/${name}`, body);
      expect(stored.name).toBe(name);
      expect(await bucket(ada).metadata(`Names/${name}`)).toEqual(stored);
      expect((await ada.fetch(stored.url)).status).toBe(200);
    }
  });

  test.each([
    ['%zz', 400, 'invalid-input'],
    ['%ff.txt', 400, 'invalid-input'],
    ['a%2Fb.txt', 400, 'name-has-slash'],
    ['a%00b.txt', 400, 'name-has-nul'],
    ['a//b.txt', 400, 'name-empty'],
    ['folder/', 400, 'name-empty'],
    ['x'.repeat(256), 400, 'name-too-long'],
  ])('PUT %s is refused', async (path, status, code) => {
    const init = { method: 'PUT', body };
    expect(await outcome(await ada.fetch(`/api/objects/${path}?createFolders=true`, init))).toEqual([status, code]);
    const read = await ada.fetch(`/api/objects/${path}`);
    expect(await outcome(read)).toEqual(code === 'invalid-input' ? [400, code] : [404, 'object-not-found']);
  });

  test('an address that is percent-encoded before the path is not that of another object', async () => {
    await bucket(ada).store('ects/x', body);
    const read = await ada.fetch('/%61pi/objects/ects/x', { method: 'DELETE' });
    expect(await outcome(read)).toEqual([400, 'invalid-input']);
  });

  test.each(['..', '%2E%2E', '.%2e', '.', '%2e'])('%s in a path is not a step to another object', async (step) => {
    const stored = await bucket(ada).store('Steps/letter.txt', body);
    const above = step === '.' || step === '%2e' ? 'Steps' : 'Steps/Photos';
    for (const path of [`objects/${above}/${step}/letter.txt`, `objects/${step}/entries/${stored.fileId}`])
      for (const method of ['GET', 'PUT', 'DELETE'])
        expect([path, method, await askRaw(method, `/api/${path}`)]).toEqual([path, method, [400, 'name-reserved']]);
    expect(await bucket(ada).metadata('Steps/letter.txt')).toEqual(stored);
    // Elsewhere they are no names.
    expect(await askRaw('GET', `/api/objects?prefix=/${step}/`)).toEqual([200, undefined]);
  });

  test.each(['GET', 'PUT', 'DELETE'])('%s of a name with a # is not done with the name before it', async (method) => {
    const stored = await bucket(ada).store('Marks/letter', body);
    expect(await askRaw(method, '/api/objects/Marks/letter#2.txt')).toEqual([400, 'invalid-input']);
    expect(await bucket(ada).metadata('Marks/letter')).toEqual(stored);
  });

  test('other methods receive the list of those that exist', async () => {
    const answer = await ada.fetch('/api/objects/a.txt', { method: 'OPTIONS' });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, PUT, POST, PATCH, DELETE']);
    const ofBucket = await ada.fetch('/api/objects', { method: 'POST', body: '{}' });
    expect([ofBucket.status, ofBucket.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  test('is its owner’s alone', async () => {
    await bucket(ada).store('private.txt', body);
    const bob = await signUp(server);
    for (const [method, sent] of [['GET'], ['DELETE'], ['PATCH', '{}']] as const) {
      expect(await outcome(await bucket(bob).call(method, 'private.txt', {}, sent))).toEqual([404, 'object-not-found']);
      expect(await outcome(await bucket(visit(server)).call(method, 'private.txt', {}, sent))).toEqual([
        401,
        'unauthenticated',
      ]);
    }
    expect((await bucket(bob).list()).items).toEqual([]);
    expect(await outcome(await bucket(visit(server)).put('x.txt', body))).toEqual([401, 'unauthenticated']);
    expect((await bucket(bob).store('private.txt', bytes(5))).generation).toBe(1);
    expect(await bucket(ada).metadata('private.txt')).toMatchObject({ size: 1000, generation: 1 });
  });

  test('goes to Trash', async () => {
    const { fileId } = await bucket(ada).store('gone.txt', body);
    const gone = await bucket(ada).call('DELETE', 'gone.txt');
    expect([gone.status, await gone.text()]).toEqual([204, '']);
    expect(await outcome(await bucket(ada).call('GET', 'gone.txt'))).toEqual([404, 'object-not-found']);
    await expect(ada.api.entries.get({ id: fileId })).rejects.toMatchObject({ code: 'entry-not-found' });
    expect((await bucket(ada).store('gone.txt', body)).fileId).not.toBe(fileId);
  });

  test('is found under the names its folders have now', async () => {
    const { fileId } = await bucket(ada).store('Old name/a.txt', body);
    const { file } = await ada.api.entries.get({ id: fileId });
    await ada.api.entries.update({ id: file?.folderId ?? '', name: 'New name' });
    expect((await bucket(ada).metadata('New name/a.txt')).fullPath).toBe(`${ada.uid}/New name/a.txt`);
    expect((await bucket(ada).call('GET', 'Old name/a.txt')).status).toBe(404);
  });

  test('metadata that is known already is not sent again', async () => {
    await bucket(ada).store('known.txt', body);
    const etag = (await bucket(ada).call('GET', 'known.txt')).headers.get('etag') ?? '';
    const again = await bucket(ada).call('GET', 'known.txt', { headers: { 'if-none-match': etag } });
    expect(again.status).toBe(304);
    await bucket(ada).patch('known.txt', { contentLanguage: 'de' });
    expect((await bucket(ada).call('GET', 'known.txt', { headers: { 'if-none-match': etag } })).status).toBe(200);
    const head = await bucket(ada).call('HEAD', 'known.txt');
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  test('the same bytes again have metadata of their own', async () => {
    const [first, second] = [
      await bucket(ada).store('duplicate 1.txt', body),
      await bucket(ada).store('duplicate 2.txt', body),
    ];
    await bucket(ada).patch('duplicate 2.txt', { contentType: 'text/csv' });
    expect(await bucket(ada).metadata('duplicate 1.txt')).toEqual(first);
    expect(await bucket(ada).metadata('duplicate 2.txt')).toMatchObject({
      fileId: second.fileId,
      contentType: 'text/csv',
    });
    expect(await bucket(ada).store('duplicate 2.txt', body)).toMatchObject({ fileId: second.fileId, generation: 2 });
  });
});

/** Status and code of the answer to a path that no HTTP client leaves as it is. */
async function askRaw(method: string, path: string): Promise<[number, string | undefined]> {
  const connection = await openRawConnection(server);
  const sender = { host: new URL(server.baseUrl).host, origin: server.baseUrl, cookie: ada.cookie };
  connection.write(requestHead(`${method} ${path}`, { ...sender, connection: 'close', 'content-length': '4' }));
  connection.write('text');
  await connection.closed;
  const { status, json } = connection.answer();
  return [status, json().code];
}
