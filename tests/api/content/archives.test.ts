import { randomInt } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { File } from '#contract/records/entries.ts';
import { type Person, signUp, visit } from '#tests/support/client/build-account.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { extractWithEach, listWithPython, type Member, readWithJava } from '#tests/support/client/zip-readers.ts';
import { query } from '#tests/support/database/query.ts';
import { bytes, sha256 } from '#tests/support/fixtures/bytes.ts';
import { sharedServer } from '#tests/support/server/shared-server.ts';

/** Files by their paths in a zip, and empty folders, whose paths end with a slash. */
type Tree = Record<string, Uint8Array | null>;

const time = Date.UTC(2024, 1, 29, 12, 34, 56);

describe('a folder as a zip', () => {
  let ada: Person;
  let folderId: string;
  const tree: Tree = {
    'Summer/': null,
    'Summer/empty.txt': bytes(0),
    'Summer/Ünïcode 写真 🏔.txt': bytes(1000, 'unicode'),
    'Summer/deep/': null,
    'Summer/deep/deeper/': null,
    'Summer/deep/deeper/five megabytes.bin': bytes(5_000_000, 'five'),
    'Summer/nothing in it/': null,
    'Summer/photo.jpg': bytes(100_000, 'photo'),
  };

  beforeAll(async () => {
    ada = await signUp(await sharedServer());
    folderId = await addTree(ada, tree);
  });

  test('has every folder and file with its bytes and time, for each of the common readers', async () => {
    const zip = await download(ada, `/api/folders/${folderId}/archive`);
    expect(zip.headers.get('content-disposition')).toContain('Summer.zip');
    expect(Number(zip.headers.get('content-length'))).toBe(zip.body.length);
    const sums = Object.fromEntries(Object.entries(tree).map(([path, body]) => [path, sha256(body ?? bytes(0))]));
    for (const [reader, members] of Object.entries(await extractWithEach(zip.body)))
      expect([reader, sumsOf(members)]).toEqual([reader, sums]);
    const listing = { python: await listWithPython(zip.body), ...(await readWithJava(zip.body)) };
    for (const [reader, members] of Object.entries(listing)) {
      expect([reader, sumsOf(members)]).toEqual([reader, sums]);
      for (const { path, modifiedAt } of members)
        if (!path.endsWith('/')) expect([reader, path, modifiedAt]).toEqual([reader, path, time]);
    }
  });

  test('is octets that a browser saves, whatever is in it, and nothing that a page could run', async () => {
    const id = await addTree(ada, { 'Pages/': null, 'Pages/page.html': Buffer.from('<script>alert(1)</script>') });
    const { url } = await ada.api.archives.create({ ids: [id] });
    for (const path of [`/api/folders/${id}/archive`, url]) {
      const { headers } = await download(ada, path);
      expect(Object.fromEntries(headers)).toMatchObject({
        'content-type': 'application/octet-stream',
        'content-disposition': expect.stringMatching(/^attachment;/),
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringMatching(/default-src 'none';.*; sandbox$/),
        'cross-origin-resource-policy': 'same-origin',
      });
      const script = await ada.fetch(path, { headers: { 'sec-fetch-dest': 'script' } });
      expect(script.status).toBe(403);
    }
  });

  test('is the same each time, and each range is a part of it', async () => {
    const path = `/api/folders/${folderId}/archive`;
    const { body, headers } = await download(ada, path);
    const etag = headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[^"]+"$/);
    for (let i = 0; i < 40; i += 1) {
      const start = randomInt(body.length);
      const end = Math.min(body.length - 1, start + randomInt(i % 2 === 0 ? 300 : 3_000_000));
      const part = await ada.fetch(path, { headers: { range: `bytes=${start}-${end}`, 'if-range': etag } });
      expect(part.status).toBe(206);
      expect(part.headers.get('content-range')).toBe(`bytes ${start}-${end}/${body.length}`);
      expect(sha256(await part.arrayBuffer())).toBe(sha256(body.subarray(start, end + 1)));
    }
    const head = await ada.fetch(path, { method: 'HEAD' });
    expect([head.headers.get('content-length'), head.headers.get('etag')]).toEqual([String(body.length), etag]);
    expect((await ada.fetch(path, { headers: { 'if-none-match': etag } })).status).toBe(304);
  });

  test('is another one after a change, and a range of the one before is refused', async () => {
    const id = await addTree(ada, { 'Changing/': null, 'Changing/a.txt': bytes(10) });
    const path = `/api/folders/${id}/archive`;
    const etag = (await download(ada, path)).headers.get('etag') ?? '';
    await ada.api.folders.create({ name: 'elsewhere', parentId: null });
    expect((await download(ada, path)).headers.get('etag')).toBe(etag);
    await ada.api.folders.create({ name: 'new', parentId: id });
    const changed = await ada.fetch(path, { headers: { range: 'bytes=5-', 'if-match': etag } });
    expect(changed.status).toBe(412);
    const whole = await ada.fetch(path, { headers: { range: 'bytes=5-', 'if-range': etag } });
    expect([whole.status, whole.headers.get('etag') === etag]).toEqual([200, false]);
  });

  test('breaks off when something changes that was not sent yet, and the next one is another', async () => {
    const id = await addTree(ada, {
      'Half/': null,
      'Half/large.bin': bytes(40_000_000, 'large'),
      'Half/below/': null,
      'Half/below/late.txt': bytes(10, 'late'),
    });
    const path = `/api/folders/${id}/archive`;
    const { body, headers } = await ada.fetch(path);
    const reader = (body as ReadableStream<Uint8Array>).getReader();
    await reader.read();
    const { folders } = await ada.api.folders.children({ id });
    await ada.api.folders.create({ name: 'new', parentId: folders[0]?.id ?? '' });
    const rest = async () => {
      while (!(await reader.read()).done);
    };
    await expect(rest()).rejects.toThrow('terminated');
    expect((await ada.fetch(path, { method: 'HEAD' })).headers.get('etag')).not.toBe(headers.get('etag'));
  });

  test('is the same when its files were stored before their CRC-32 was', async () => {
    const path = `/api/folders/${folderId}/archive`;
    const before = await download(ada, path);
    await query(await sharedServer(), `update blobs set crc32 = null where account = '${ada.uid}'`);
    // A layout of before is not used again after a change.
    await ada.api.folders.create({ name: 'a change', parentId: null });
    const after = await download(ada, path);
    expect(after.headers.get('etag')).toBe(before.headers.get('etag'));
    expect(sha256(after.body)).toBe(sha256(before.body));
  });

  test('tells apart what Windows or macOS could not, and has no name that leads elsewhere', async () => {
    const id = await addTree(ada, { 'Names/': null });
    for (const name of ['photo.jpg', 'PHOTO.jpg', 'Photo.JPG', '..\\up.txt', 'a\u0007b'])
      await uploadFile(ada, { name, body: bytes(5, name), folderId: id });
    const paths = (await listWithPython((await download(ada, `/api/folders/${id}/archive`)).body)).map(
      (member) => member.path,
    );
    expect(paths.toSorted()).toEqual(
      [
        'Names/',
        'Names/.._up.txt',
        'Names/PHOTO (2).jpg',
        'Names/Photo (3).JPG',
        'Names/a_b',
        'Names/photo.jpg',
      ].toSorted(),
    );
  });

  test('is for its owner, and only for a folder that is there', async () => {
    const bob = await signUp(await sharedServer());
    const path = `/api/folders/${folderId}/archive`;
    expect((await visit(await sharedServer()).fetch(path)).status).toBe(401);
    expect((await bob.fetch(path)).status).toBe(404);
    expect((await ada.fetch('/api/folders/x/archive')).status).toBe(404);
    const id = await addTree(ada, { 'Going/': null });
    await ada.api.entries.remove({ id });
    expect((await ada.fetch(`/api/folders/${id}/archive`)).status).toBe(404);
  });

  test('Root has what is in it at the top; more than a page of children is complete, and told apart', async () => {
    const bob = await signUp(await sharedServer());
    const names = Array.from({ length: 1200 }, (_, at) => `f${at}`);
    for (let at = 0; at < names.length; at += 400)
      await bob.api.batch({
        operations: names.slice(at, at + 400).map((name) => ({ do: 'create-folder', name, parentId: null })),
      });
    await bob.api.folders.create({ name: 'F0', parentId: null });
    await uploadFile(bob, { name: 'last.txt', body: bytes(3) });
    const { body } = await download(bob, '/api/folders/root/archive');
    expect((await listWithPython(body)).map(({ path }) => path).toSorted()).toEqual(
      [...names.map((name) => `${name}/`), 'F0 (2)/', 'last.txt'].toSorted(),
    );
  });

  test('is refused before its first byte while a file in it is damaged, and only then', async () => {
    const bob = await signUp(await sharedServer());
    const [hurt, whole] = [
      await addTree(bob, { 'Hurt/': null, 'Hurt/a.txt': bytes(10, 'hurt') }),
      await addTree(bob, { 'Whole/': null, 'Whole/b.txt': bytes(10, 'whole') }),
    ];
    const before = (await download(bob, `/api/folders/${whole}/archive`)).headers.get('etag');
    const damaged = `select current_version from entries where account = '${bob.uid}' and name = 'a.txt'`;
    await query(
      await sharedServer(),
      `update blobs set damaged_at = 1 where id in (select blob_id from versions where id in (${damaged}))`,
    );
    const refused = await bob.fetch(`/api/folders/${hurt}/archive`);
    expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([500, 'file-damaged']);
    const after = (await download(bob, `/api/folders/${whole}/archive`)).headers.get('etag');
    await bob.api.folders.create({ name: 'a change', parentId: null });
    const anew = (await download(bob, `/api/folders/${whole}/archive`)).headers.get('etag');
    expect([after, anew]).toEqual([before, before]);
  });
});

describe('a selection as a zip', () => {
  test('has what was chosen, each once, for a day', async () => {
    const ada = await signUp(await sharedServer());
    const id = await addTree(ada, { 'Box/': null, 'Box/a.txt': bytes(10, 'a') });
    const loose = await uploadFile(ada, { name: 'loose.txt', body: bytes(20, 'loose') });
    const [inside] = (await ada.api.folders.children({ id })).files;
    const ids = [id, loose.id, (inside as File).id];
    const { url, size, expiresAt } = await ada.api.archives.create({ ids });
    expect(Math.abs(expiresAt - Date.now() - 86_400_000)).toBeLessThan(3_600_000);
    const { body, headers } = await download(ada, url);
    expect([body.length, headers.get('content-disposition')]).toEqual([size, expect.stringContaining('2 items.zip')]);
    expect((await listWithPython(body)).map(({ path }) => path).toSorted()).toEqual(['Box/', 'Box/a.txt', 'loose.txt']);
    const bob = await signUp(await sharedServer());
    expect((await bob.fetch(url)).status).toBe(404);
    await expect(bob.api.archives.create({ ids })).rejects.toMatchObject({ code: 'entry-not-found' });
    await ada.api.entries.remove({ id });
    expect((await listWithPython((await download(ada, url)).body)).map(({ path }) => path)).toEqual(['loose.txt']);
    await ada.api.entries.remove({ id: loose.id });
    expect((await ada.fetch(url)).status).toBe(404);
  });
});

async function download(person: Person, path: string): Promise<{ headers: Headers; body: Buffer }> {
  const response = await person.fetch(path);
  expect(response.status).toBe(200);
  return { headers: response.headers, body: Buffer.from(await response.arrayBuffer()) };
}

/** Adds folders and files; returns the id of the first folder. */
async function addTree(person: Person, tree: Tree): Promise<string> {
  const ids = new Map<string, string>();
  for (const [path, body] of Object.entries(tree)) {
    const [, above = '', name = ''] = /^(.*\/)?([^/]+)\/?$/.exec(path) ?? [];
    const parentId = ids.get(above) ?? null;
    if (body !== null) await uploadFile(person, { name, body, folderId: parentId, lastModified: time });
    else ids.set(path, (await person.api.folders.create({ name, parentId })).id);
  }
  return [...ids.values()][0] ?? '';
}

function sumsOf(members: readonly Member[]) {
  return Object.fromEntries(members.map((member) => [member.path, member.sha256]));
}
