import { beforeAll, describe, expect, test } from 'vitest';
import { type Person, signUp } from '#tests/support/client/build-account.ts';
import { listenLive } from '#tests/support/client/listen-live.ts';
import { tus } from '#tests/support/client/tus.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { bytes, sha256 } from '#tests/support/fixtures/bytes.ts';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';
import { type SharedServer, sharedServer } from '#tests/support/server/shared-server.ts';

describe('uploads', () => {
  let server: SharedServer;
  let ada: Person;
  let bob: Person;
  beforeAll(async () => {
    server = await sharedServer();
    [ada, bob] = await Promise.all([signUp(server), signUp(server)]);
  });

  test.each([0, 1, 262_144, 262_145, 3_000_000])('a file of %i bytes arrives as it was', async (size) => {
    const body = bytes(size, `size ${size}`);
    const file = await uploadFile(ada, { name: `${size}.bin`, body });
    expect(file).toMatchObject({ name: `${size}.bin`, size, folderId: null, userId: ada.uid, version: 1 });
    const response = await ada.fetch(file.url);
    expect(sha256(await response.arrayBuffer())).toBe(sha256(body));
  });

  test('the same name in the same folder becomes the next version of the same record', async () => {
    const folder = await ada.api.folders.create({ name: 'Versions', parentId: null });
    const first = await uploadFile(ada, { name: 'Café.txt', body: bytes(10, 'one'), folderId: folder.id });
    const second = await uploadFile(ada, { name: 'Cafe\u0301.txt', body: bytes(20, 'two'), folderId: folder.id });
    expect(second).toMatchObject({ id: first.id, name: 'Café.txt', version: 2, size: 20, createdAt: first.createdAt });
    expect(second.url).not.toBe(first.url);
    const { files } = await ada.api.folders.children({ id: folder.id });
    expect(files).toEqual([second]);
    // Nothing is lost: the url of the first version still opens the first bytes.
    expect(sha256(await (await ada.fetch(first.url)).arrayBuffer())).toBe(sha256(bytes(10, 'one')));
  });

  test('twenty at once with one name are twenty versions of one file', async () => {
    const folder = await ada.api.folders.create({ name: 'Busy', parentId: null });
    const files = await Promise.all(
      Array.from({ length: 20 }, (_, i) => uploadFile(ada, { name: 'same.txt', body: bytes(i), folderId: folder.id })),
    );
    expect(new Set(files.map((file) => file.id)).size).toBe(1);
    const { files: stored } = await ada.api.folders.children({ id: folder.id });
    expect(stored).toMatchObject([{ version: 20 }]);
  });

  test('type and time come from the client, else from the name', async () => {
    const place = await tus(ada).place({
      name: 'photo.jpg',
      length: 3,
      type: 'image/jpeg',
      lastModified: 1_600_000_000_000,
    });
    const done = await tus(ada).send(place, 0, bytes(3));
    const { file } = await ada.api.entries.get({ id: done.headers.get('keepsake-file') ?? '' });
    expect(file).toMatchObject({ contentType: 'image/jpeg', modifiedAt: 1_600_000_000_000 });
    expect(await uploadFile(ada, { name: 'sound.mp3', body: bytes(5) })).toMatchObject({ contentType: 'audio/mpeg' });
    expect(await uploadFile(ada, { name: 'noending', body: bytes(5) })).toMatchObject({
      contentType: 'application/octet-stream',
    });
  });

  test('nothing shows before the last byte is there', async () => {
    const folder = await ada.api.folders.create({ name: 'Half', parentId: null });
    const place = await tus(ada).place({ name: 'half.bin', length: 10, folderId: folder.id });
    await tus(ada).send(place, 0, bytes(9));
    expect((await ada.api.folders.children({ id: folder.id })).files).toEqual([]);
    await tus(ada).send(place, 9, bytes(1));
    expect((await ada.api.folders.children({ id: folder.id })).files).toHaveLength(1);
  });

  test('the finish is safe to repeat', async () => {
    const place = await tus(ada).place({ name: 'repeat.bin', length: 4 });
    const first = await tus(ada).send(place, 0, bytes(4));
    const id = first.headers.get('keepsake-file');
    // A client that lost the answer asks for the offset and sees its length.
    const asked = await tus(ada).ask(place);
    expect([asked.headers.get('upload-offset'), asked.headers.get('keepsake-file')]).toEqual(['4', id]);
    const again = await tus(ada).send(place, 4, new Uint8Array(0));
    expect([again.status, again.headers.get('keepsake-file')]).toEqual([204, id]);
    expect((await ada.api.entries.get({ id: id ?? '' })).file?.version).toBe(1);
  });

  test('a connection that breaks leaves what came, and it resumes from there', async () => {
    const body = bytes(500_000);
    const place = await tus(ada).place({ name: 'broken.bin', length: body.length });
    const heard = await listenLive(ada);
    const isOnTheWay = () => heard.transfers.at(-1)?.some(({ id }) => place.endsWith(id)) === true;
    const broken = new ReadableStream({
      start(controller) {
        controller.enqueue(body.subarray(0, 200_000));
      },
      async pull(controller) {
        await waitFor(isOnTheWay, { what: 'the upload' });
        await new Promise((resolve) => setTimeout(resolve, 200));
        controller.error(new Error('The network is gone'));
      },
    });
    await expect(tus(ada).send(place, 0, broken)).rejects.toThrow('fetch failed');
    const offset = await tus(ada).offset(place);
    expect(offset).toBe(200_000);
    const done = await tus(ada).send(place, offset, body.subarray(offset));
    const { file } = await ada.api.entries.get({ id: done.headers.get('keepsake-file') ?? '' });
    expect(sha256(await (await ada.fetch(file?.url ?? '')).arrayBuffer())).toBe(sha256(body));
  });

  test('an upload given up is gone', async () => {
    const place = await tus(ada).place({ name: 'never.bin', length: 4 });
    await tus(ada).send(place, 0, bytes(2));
    expect((await tus(ada).giveUp(place)).status).toBe(204);
    expect((await tus(ada).ask(place)).status).toBe(404);
  });

  test.each([
    ['a negative length', { length: -1 }, 400, 'upload-length-invalid'],
    ['no number as length', { length: 'many' }, 400, 'upload-length-invalid'],
    ['half a byte', { length: '1.5' }, 400, 'upload-length-invalid'],
    ['2^53 bytes', { length: 2 ** 53 }, 413, 'file-too-large'],
    ['a length beyond any number', { length: '9'.repeat(40) }, 413, 'file-too-large'],
    ['more than 5 TiB', { length: 5 * 1024 ** 4 + 1 }, 413, 'file-too-large'],
    ['no name', { name: undefined, length: 1 }, 400, 'name-empty'],
    ['a blank name', { name: '  ', length: 1 }, 400, 'name-empty'],
    ['a path as name', { name: '../../etc/passwd', length: 1 }, 400, 'name-has-slash'],
    ['a name of 256 bytes', { name: 'x'.repeat(256), length: 1 }, 400, 'name-too-long'],
    ['no folder id', { folderId: 'root/../x', length: 1 }, 400, 'upload-metadata-invalid'],
    ['an absent folder', { folderId: '0198c0de-0000-7000-8000-000000000000', length: 1 }, 404, 'folder-not-found'],
    ['no time', { lastModified: 'yesterday', length: 1 }, 400, 'upload-metadata-invalid'],
    [
      'more metadata than can be told again',
      { length: 1, metadata: { note: 'x'.repeat(8192) } },
      400,
      'upload-metadata-invalid',
    ],
    [
      'metadata that is no Base64',
      { length: 1, headers: { 'upload-metadata': 'filename ***' } },
      400,
      'upload-request-invalid',
    ],
    ['another version of tus', { length: 1, headers: { 'tus-resumable': '0.2.2' } }, 412, 'upload-version-unsupported'],
    ['more bytes than declared', { length: 2, body: bytes(3) }, 413, 'upload-too-long'],
  ])('an upload with %s is refused', async (_what, begin, status, code) => {
    const response = await tus(ada).begin({ name: 'x.bin', ...begin });
    expect([response.status, (await response.json()).code]).toEqual([status, code]);
  });

  test('a name of 255 bytes is stored', async () => {
    expect(await uploadFile(ada, { name: 'y'.repeat(255), body: bytes(1) })).toMatchObject({ size: 1 });
  });

  test("another person's folder is answered like an absent one", async () => {
    const folder = await bob.api.folders.create({ name: 'Bob only', parentId: null });
    const response = await tus(ada).begin({ name: 'x', length: 1, folderId: folder.id });
    expect([response.status, (await response.json()).code]).toEqual([404, 'folder-not-found']);
  });

  test('a folder of that name is not replaced, whether it was there before or came meanwhile', async () => {
    const place = await tus(ada).place({ name: 'taken', length: 1 });
    await ada.api.folders.create({ name: 'taken', parentId: null });
    const atTheEnd = await tus(ada).send(place, 0, bytes(1));
    expect([atTheEnd.status, (await atTheEnd.json()).code]).toEqual([409, 'name-taken']);
    const atTheStart = await tus(ada).begin({ name: 'taken', length: 1 });
    expect([atTheStart.status, (await atTheStart.json()).code]).toEqual([409, 'name-taken']);
  });

  test('a wrong offset, or none, changes nothing', async () => {
    const place = await tus(ada).place({ name: 'offsets.bin', length: 10 });
    await tus(ada).send(place, 0, bytes(4));
    for (const offset of [0, 3, 5, 10, 11]) {
      const response = await tus(ada).send(place, offset, bytes(1));
      expect([response.status, (await response.json()).code]).toEqual([409, 'upload-offset-conflict']);
    }
    for (const offset of ['-1', 'four', '4.0', '']) {
      const response = await tus(ada).send(place, offset, bytes(1));
      expect([offset, response.status]).toEqual([offset, 400]);
    }
    const wrongType = await tus(ada).send(place, 4, bytes(1), { 'content-type': 'text/plain' });
    expect([wrongType.status, (await wrongType.json()).code]).toEqual([415, 'upload-type-invalid']);
    expect(await tus(ada).offset(place)).toBe(4);
  });

  test('a name that is not UTF-8 is refused, and no other stored in its place', async () => {
    const filename = Buffer.from([0x61, 0xff, 0xfe]).toString('base64');
    const headers = { 'tus-resumable': '1.0.0', 'upload-length': '3', 'upload-metadata': `filename ${filename}` };
    const response = await ada.fetch('/api/uploads', { method: 'POST', headers });
    expect([response.status, (await response.json()).code]).toEqual([400, 'upload-request-invalid']);
  });

  test('more bytes than declared are never stored', async () => {
    const place = await tus(ada).place({ name: 'long.bin', length: 5 });
    const response = await tus(ada).send(place, 0, bytes(6));
    expect([response.status, (await response.json()).code]).toEqual([413, 'upload-too-long']);
    expect(await tus(ada).offset(place)).toBe(0);
  });

  test('an upload into a folder that was deleted meanwhile ends with its code', async () => {
    const folder = await ada.api.folders.create({ name: 'Going', parentId: null });
    const place = await tus(ada).place({ name: 'late.bin', length: 10, folderId: folder.id });
    await tus(ada).send(place, 0, bytes(5));
    await ada.api.entries.remove({ id: folder.id });
    const response = await tus(ada).send(place, 5, bytes(5));
    expect([response.status, (await response.json()).code]).toEqual([404, 'folder-not-found']);
    expect((await tus(ada).ask(place)).status).toBe(404);
  });

  test('a session that ended uploads nothing more', async () => {
    const carol = await signUp(server);
    const place = await tus(carol).place({ name: 'x.bin', length: 10 });
    const { cookie } = carol;
    await carol.account.logOut();
    const response = await tus(carol).send(place, 0, bytes(10), { cookie });
    expect([response.status, (await response.json()).code]).toEqual([401, 'unauthenticated']);
  });

  test('the bytes of an upload cannot be read at its address', async () => {
    const place = await tus(ada).place({ name: 'x.bin', length: 10 });
    await tus(ada).send(place, 0, bytes(5));
    const response = await ada.fetch(place);
    expect([response.status, (await response.json()).code]).toEqual([405, 'method-not-allowed']);
  });

  test('of two that write at the same offset one wins and every byte is whole', async () => {
    const body = bytes(2_000_000, 'race');
    const place = await tus(ada).place({ name: 'race.bin', length: body.length });
    const answers = await Promise.all([tus(ada).send(place, 0, body), tus(ada).send(place, 0, body)]);
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([204, 409]));
    const id = answers.map((answer) => answer.headers.get('keepsake-file')).find(Boolean) ?? '';
    const { file } = await ada.api.entries.get({ id });
    expect(sha256(await (await ada.fetch(file?.url ?? '')).arrayBuffer())).toBe(sha256(body));
  });
});
