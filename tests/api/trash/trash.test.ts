import sharp from 'sharp';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Person, signUp, visit } from '#tests/support/client/build-account.ts';
import { nameOf, trashOf } from '#tests/support/client/trash-of.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { storedBlobs } from '#tests/support/database/stored-blobs.ts';
import { bytes, sha256 } from '#tests/support/fixtures/bytes.ts';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';
import { startServer, type TestServer } from '#tests/support/server/start-server.ts';

const nobody = '00000000-0000-4000-8000-000000000000';

describe('Trash', () => {
  let server: TestServer;
  let ada: Person;
  let bob: Person;
  beforeAll(async () => {
    server = await startServer();
  });
  beforeEach(async () => {
    [ada, bob] = await Promise.all([signUp(server), signUp(server)]);
  });

  const { folder, trashed, inTrash } = trashOf(() => ada);

  describe('the list', () => {
    test('tells what was moved there, when, and from where; the last first', async () => {
      const letters = await folder('Letters');
      const inner = await folder('Drafts', letters);
      const file = await uploadFile(ada, { name: 'a.txt', body: bytes(20), folderId: inner });
      const before = Date.now();
      for (const id of [file.id, inner, letters]) await trashed(id);

      const { items, count, nextCursor, revision } = await ada.api.trash.list({});
      expect(items.map((item) => [nameOf(item), item.folderName])).toEqual([
        ['Letters', 'Root'],
        ['Drafts', 'Letters'],
        ['a.txt', 'Drafts'],
      ]);
      expect(items[1]?.entry.folder?.path).toEqual([{ id: letters, name: 'Letters' }]);
      for (const { trashedAt } of items) expect(trashedAt).toBeGreaterThanOrEqual(before);
      expect([count, nextCursor]).toEqual([3, null]);
      expect(revision).toBe(6);
      expect((await bob.api.trash.list({})).items).toEqual([]);
    });

    test('comes in pages that miss nothing while things come and go', async () => {
      const ids: string[] = [];
      for (let i = 0; i < 25; i += 1) ids.push(await trashed(await folder(`Thing ${i}`)));
      const seen: (string | undefined)[] = [];
      let cursor: string | undefined;
      do {
        const page = await ada.api.trash.list({ limit: 7, ...(cursor ? { cursor } : {}) });
        seen.push(...page.items.map(nameOf));
        cursor = page.nextCursor ?? undefined;
        await trashed(await folder(`Late ${seen.length}`));
      } while (cursor !== undefined);
      expect(seen).toEqual(Array.from({ length: 25 }, (_, i) => `Thing ${24 - i}`));
      for (const wrong of ['x', Buffer.from('[1,2]').toString('base64url')])
        await expect(ada.api.trash.list({ cursor: wrong })).rejects.toMatchObject({ code: 'invalid-input' });
      await expect(ada.api.trash.list({ limit: 1001 })).rejects.toMatchObject({ code: 'invalid-input' });
    });

    test('is for nobody who is not signed in', async () => {
      const stranger = visit(server).api.trash;
      for (const call of [
        () => stranger.list({}),
        () => stranger.empty(),
        () => stranger.remove({ id: nobody }),
        () => stranger.restore({ id: nobody }),
      ])
        await expect(call()).rejects.toMatchObject({ code: 'unauthenticated' });
    });
  });

  describe('restoring', () => {
    test('brings a thing back to where it was, with all it holds', async () => {
      const home = await folder('Home');
      const album = await folder('Album', home);
      const body = bytes(30, 'inside');
      const file = await uploadFile(ada, { name: 'a.txt', body, folderId: album });
      await trashed(album);
      const restored = await ada.api.trash.restore({ id: album });
      expect(restored.folder).toMatchObject({ id: album, name: 'Album', parentId: home });
      expect((await ada.api.folders.children({ id: album })).files).toEqual([file]);
      expect(sha256(await (await ada.fetch(file.url)).arrayBuffer())).toBe(sha256(body));
      expect(await inTrash()).toEqual([]);
    });

    test('goes to Root when its folder is in Trash, or gone for good', async () => {
      const home = await folder('Home');
      const one = await uploadFile(ada, { name: 'one.txt', body: bytes(20), folderId: home });
      const two = await uploadFile(ada, { name: 'two.txt', body: bytes(20), folderId: home });
      for (const id of [one.id, two.id, home]) await trashed(id);
      expect((await ada.api.trash.restore({ id: one.id })).file).toMatchObject({ name: 'one.txt', folderId: null });
      await ada.api.trash.remove({ id: home });
      expect((await ada.api.trash.list({})).items.map((item) => [nameOf(item), item.folderName])).toEqual([
        ['two.txt', 'Root'],
      ]);
      expect((await ada.api.trash.restore({ id: two.id })).file).toMatchObject({ name: 'two.txt', folderId: null });
    });

    test('gives another name where its own is taken meanwhile', async () => {
      const ids = [];
      for (let i = 0; i < 3; i += 1)
        ids.push(await trashed((await uploadFile(ada, { name: 'Ö.txt', body: bytes(9) })).id));
      for (const id of ids) await ada.api.trash.restore({ id });
      const { files } = await ada.api.folders.children({ id: 'root' });
      expect(files.map(({ name }) => name)).toEqual(['Ö.txt', 'Ö (restored).txt', 'Ö (restored 2).txt']);
    });

    test('takes only what is in Trash itself, and is theirs', async () => {
      const home = await folder('Home');
      const inside = await folder('Inside', home);
      for (const id of [home, nobody])
        await expect(ada.api.trash.restore({ id })).rejects.toMatchObject({ code: 'not-in-trash', status: 404 });
      await trashed(home);
      for (const id of [inside, nobody]) {
        await expect(ada.api.trash.restore({ id })).rejects.toMatchObject({ code: 'not-in-trash' });
        await expect(ada.api.trash.remove({ id })).rejects.toMatchObject({ code: 'not-in-trash' });
      }
      await expect(bob.api.trash.restore({ id: home })).rejects.toMatchObject({ code: 'not-in-trash' });
      await expect(bob.api.trash.remove({ id: home })).rejects.toMatchObject({ code: 'not-in-trash' });
    });
  });

  test('thumbnails are shown in Trash, until they are gone for good', async () => {
    const body = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'green' } })
      .png()
      .toBuffer();
    const { id } = await uploadFile(ada, { name: 'a.png', body });
    const url = await pictureOf(id);
    await trashed(id);
    expect((await ada.fetch(url)).status).toBe(200);
    expect((await bob.fetch(url)).status).toBe(404);
    const pictures = await storedBlobs(server, 'pictures');
    expect(pictures).not.toEqual([]);
    await ada.api.trash.remove({ id });
    expect((await ada.fetch(url)).status).toBe(404);
    const left = await storedBlobs(server, 'pictures');
    expect(left.filter(({ id: blob }) => pictures.some((one) => one.id === blob))).toEqual([]);
  });

  async function pictureOf(id: string): Promise<string> {
    return await waitFor(
      async () => {
        const preview = (await ada.api.entries.get({ id })).file?.preview;
        return preview?.state === 'made' && preview.url;
      },
      { what: 'the thumbnail' },
    );
  }
});
