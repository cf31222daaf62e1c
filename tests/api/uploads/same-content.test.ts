import sharp from 'sharp';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { File } from '#contract/records/entries.ts';
import { type Person, signUp } from '#tests/support/client/build-account.ts';
import { tus } from '#tests/support/client/tus.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { roomOf } from '#tests/support/database/account-usage.ts';
import { query } from '#tests/support/database/query.ts';
import { loseBytes, storedBlobs } from '#tests/support/database/stored-blobs.ts';
import { bytes, sha256 } from '#tests/support/fixtures/bytes.ts';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';
import { startServer, type TestServer } from '#tests/support/server/start-server.ts';

const size = 300_000;
const body = bytes(size, 'the same');
const content = { size, sha256: sha256(body) };

describe('the same content', () => {
  let server: TestServer;
  let ada: Person;
  let before = 0;
  beforeAll(async () => {
    server = await startServer();
  });
  beforeEach(async () => {
    ada = await signUp(server);
    before = (await storedBlobs(server)).length;
  });

  const digestOf = async ({ url }: File) => sha256(await (await ada.fetch(url)).arrayBuffer());
  const newBlobs = async () => (await storedBlobs(server)).length - before;
  /** What was sent twice is removed after the answer. */
  const isOneBlob = async () => (await newBlobs()) === 1;

  describe('stored twice by one person', () => {
    test('takes room once, as two files or as two versions', async () => {
      const first = await uploadFile(ada, { name: 'first.bin', body });
      const second = await uploadFile(ada, { name: 'second.bin', body });
      const third = await uploadFile(ada, { name: 'second.bin', body });
      expect(third).toMatchObject({ id: second.id, version: 2 });
      expect(await Promise.all([first, second, third].map(digestOf))).toEqual(Array(3).fill(content.sha256));
      expect(await roomOf(server, ada)).toEqual({ used: size, reserved: 0 });
      await waitFor(isOneBlob, { what: 'what was sent twice to be removed' });
    });

    test('is finished as often as is asked, with the same file', async () => {
      await uploadFile(ada, { name: 'first.bin', body });
      const place = await tus(ada).place({ name: 'again.bin', length: size, body });
      const asked = await tus(ada).ask(place);
      const again = await tus(ada).send(place, size, new Uint8Array(0));
      const id = asked.headers.get('keepsake-file') ?? '';
      expect([asked.headers.get('upload-offset'), again.headers.get('keepsake-file')]).toEqual([String(size), id]);
      expect((await ada.api.entries.get({ id })).file).toMatchObject({ name: 'again.bin', version: 1 });
    });

    test('at once, in twenty uploads, is one blob and twenty files', async () => {
      const names = Array.from({ length: 20 }, (_, i) => `copy ${i}.bin`);
      const files = await Promise.all(names.map((name) => uploadFile(ada, { name, body })));
      expect(new Set(files.map((file) => file.id)).size).toBe(20);
      expect(await roomOf(server, ada)).toEqual({ used: size, reserved: 0 });
      await waitFor(isOneBlob, { what: 'what was sent twice to be removed' });
      expect(await digestOf(files[7] as File)).toBe(content.sha256);
    });

    test('is stored from the new bytes when the old ones are gone from the disk', async () => {
      const own = await startServer();
      ada = await signUp(own);
      await uploadFile(ada, { name: 'lost.bin', body });
      await loseBytes(own);
      expect(await digestOf(await uploadFile(ada, { name: 'found.bin', body }))).toBe(content.sha256);
    });

    test('by two persons is stored for each', async () => {
      const bob = await signUp(server);
      await Promise.all([uploadFile(ada, { name: 'a.bin', body }), uploadFile(bob, { name: 'b.bin', body })]);
      expect(await roomOf(server, bob)).toEqual({ used: size, reserved: 0 });
      expect(await newBlobs()).toBe(2);
    });
  });

  describe('need not be sent again', () => {
    test('by the account that keeps it: a link is a file like any other and takes no room', async () => {
      const folder = await ada.api.folders.create({ name: 'Links', parentId: null });
      expect(await ada.api.files.sizeIsStored({ size })).toEqual({ stored: false });
      await uploadFile(ada, { name: 'first.bin', body });
      expect(await ada.api.files.sizeIsStored({ size })).toEqual({ stored: true });

      const reused = await reuseAs(ada, {
        ...content,
        name: 'reused.mp3',
        folderId: folder.id,
        modifiedAt: 1_600_000_000_000,
      });
      expect(reused).toMatchObject({
        name: 'reused.mp3',
        folderId: folder.id,
        size,
        version: 1,
        contentType: 'audio/mpeg',
        modifiedAt: 1_600_000_000_000,
      });
      expect(await digestOf(reused)).toBe(content.sha256);
      expect((await ada.api.folders.children({ id: folder.id })).files).toEqual([reused]);
      const again = await reuseAs(ada, { ...content, name: 'reused.mp3', folderId: folder.id });
      expect(again).toEqual(reused);
      expect(await roomOf(server, ada)).toEqual({ used: size, reserved: 0 });
    });

    test('also when the account has no room left', async () => {
      await uploadFile(ada, { name: 'first.bin', body });
      await query(server, `update accounts set quota_bytes = ${size} where user_id = '${ada.uid}'`);
      expect(await reuseAs(ada, { ...content, name: 'full.bin', folderId: null })).toMatchObject({ size });
      const refused = await tus(ada).begin({ name: 'more.bin', length: 1 });
      expect([refused.status, (await refused.json()).code]).toEqual([402, 'quota-exceeded']);
    });

    test('by anyone else it has to be, and nobody learns that it is here', async () => {
      const bob = await signUp(server);
      await uploadFile(ada, { name: 'first.bin', body });
      expect(await bob.api.files.sizeIsStored({ size })).toEqual({ stored: false });
      const link = { ...content, name: 'stolen.bin', folderId: null };
      expect(await bob.api.files.reuse(link)).toEqual({ file: null, operationId: null });
      const wrongSize = { ...link, size: size + 1 };
      expect(await ada.api.files.reuse(wrongSize)).toEqual({ file: null, operationId: null });
    });

    test.each([
      ['a path as name', { name: 'a/b' }, 'name-has-slash'],
      ['a name of a folder', { name: 'Taken' }, 'name-taken'],
      ['an absent folder', { folderId: '0198c0de-0000-7000-8000-000000000000' }, 'folder-not-found'],
      ['what is no SHA-256', { sha256: 'beef' }, 'invalid-input'],
    ])('%s is refused', async (_what, wrong, code) => {
      await ada.api.folders.create({ name: 'Taken', parentId: null });
      await uploadFile(ada, { name: 'first.bin', body });
      const link = { ...content, name: 'x.bin', folderId: null, ...wrong };
      await expect(ada.api.files.reuse(link)).rejects.toMatchObject({ code });
    });

    test('a picture shows its thumbnail at once', async () => {
      const picture = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#a33' } })
        .png()
        .toBuffer();
      const stored = await uploadFile(ada, { name: 'one.png', body: picture, contentType: 'image/png' });
      await waitFor(async () => (await ada.api.entries.get({ id: stored.id })).file?.preview?.state === 'made', {
        what: 'the thumbnail',
      });
      const digest = sha256(picture);
      const reused = await reuseAs(ada, {
        name: 'two.png',
        folderId: null,
        size: picture.length,
        sha256: digest,
      });
      expect(reused.preview).toMatchObject({ state: 'made', width: 90, height: 60 });
      expect((await ada.fetch(reused.preview?.state === 'made' ? reused.preview.url : '')).status).toBe(200);
    });
  });
});

async function reuseAs(person: Person, link: Parameters<Person['api']['files']['reuse']>[0]) {
  const { file } = await person.api.files.reuse(link);
  if (file === null) throw new Error('The bytes are not stored');
  return file;
}
