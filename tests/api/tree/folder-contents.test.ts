import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Contents, ListedFolder } from '#contract/records/entries.ts';
import { bucket } from '#tests/support/client/bucket.ts';
import { type Person, signUp } from '#tests/support/client/build-account.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { bytes } from '#tests/support/fixtures/bytes.ts';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';
import { sharedServer } from '#tests/support/server/shared-server.ts';

describe('what a folder holds', () => {
  let ada: Person;
  beforeAll(async () => {
    ada = await signUp(await sharedServer());
  });

  const folder = async (name: string, parentId: string | null = null) =>
    (await ada.api.folders.create({ name, parentId })).id;
  const upload = async (name: string, size: number, folderId: string | null) =>
    (await uploadFile(ada, { name, body: bytes(size, `${name} ${size}`), folderId })).id;
  const contentsOf = async (id: string) => (await ada.api.folders.children({ id, limit: 1 })).folder.contents;

  test('everything live below it, at any depth, is counted, whatever is done', async () => {
    const home = await folder('Home');
    const album = await folder('Album', home);
    const inner = await folder('Summer', album);
    const attic = await folder('Attic');
    await check({ folders: 4, files: 0, bytes: 0 });

    const photo = await upload('a.bin', 1000, inner);
    await upload('b.bin', 20, inner);
    await upload('c.bin', 3, null);
    await check({ folders: 4, files: 3, bytes: 1023 });
    expect(await contentsOf(home)).toEqual({ folders: 2, files: 2, bytes: 1020 });

    // The next version is smaller.
    await upload('a.bin', 400, inner);
    await check({ folders: 4, files: 3, bytes: 423 });

    await ada.api.entries.update({ id: album, parentId: attic });
    await check({ folders: 4, files: 3, bytes: 423 });
    expect([await contentsOf(home), await contentsOf(attic)]).toEqual([
      { folders: 0, files: 0, bytes: 0 },
      { folders: 2, files: 2, bytes: 420 },
    ]);
    await ada.api.entries.update({ id: photo, name: 'renamed.bin', parentId: home });
    await check({ folders: 4, files: 3, bytes: 423 });

    const copy = await ada.api.entries.copy({ id: attic, parentId: home });
    expect(copy.folder?.contents).toEqual({ folders: 2, files: 1, bytes: 20 });
    await check({ folders: 7, files: 4, bytes: 443 });

    // Out of a folder that goes to Trash, then that folder, and each of them back.
    await ada.api.entries.remove({ id: inner });
    await check({ folders: 6, files: 3, bytes: 423 });
    await ada.api.entries.remove({ id: attic });
    await check({ folders: 4, files: 3, bytes: 423 });
    await ada.api.trash.restore({ id: inner });
    await check({ folders: 5, files: 4, bytes: 443 });
    await ada.api.trash.restore({ id: attic });
    await check({ folders: 7, files: 4, bytes: 443 });

    await ada.api.entries.remove({ id: copy.folder?.id ?? '' });
    await ada.api.trash.remove({ id: copy.folder?.id ?? '' });
    await check({ folders: 4, files: 3, bytes: 423 });
    await ada.api.entries.remove({ id: home });
    await ada.api.trash.empty();
    await check({ folders: 3, files: 2, bytes: 23 });
  });

  test('also in one batch, whose answer has it', async () => {
    const before = await contentsOf('root');
    const { entries } = await ada.api.batch({
      operations: [
        { do: 'create-folder', name: 'One', parentId: null },
        { do: 'create-folder', name: 'Two', parentId: { operation: 0 } },
        { do: 'create-folder', name: 'Three', parentId: { operation: 1 } },
        { do: 'copy', id: { operation: 1 }, parentId: { operation: 0 }, name: 'Four' },
        { do: 'update', id: { operation: 1 }, parentId: { operation: 3 } },
        { do: 'trash', id: { operation: 2 } },
      ],
    });
    expect(entries.map((entry) => entry?.folder?.contents.folders)).toEqual([3, 0, undefined, 2, 0, undefined]);
    await check({ ...before, folders: before.folders + 4 });
  });

  test('and what comes and goes by its path', async () => {
    const before = await contentsOf('root');
    await bucket(ada).store('By/path/a.txt', 'abc');
    await bucket(ada).store('By/path/a.txt', 'abcdef');
    await check({ folders: before.folders + 2, files: before.files + 1, bytes: before.bytes + 6 });
    expect((await bucket(ada).call('DELETE', 'By/path/a.txt')).status).toBe(204);
    await check({ ...before, folders: before.folders + 2 });
  });

  test('and versions that come back, go, or become files of their own', async () => {
    const before = await contentsOf('root');
    const home = await folder('Versions');
    const id = await upload('v.bin', 500, home);
    await upload('v.bin', 30, home);
    const held = (files: number, size: number) => ({
      folders: before.folders + 1,
      files: before.files + files,
      bytes: before.bytes + size,
    });
    const inner = await folder('Inner', home);
    await upload('w.bin', 70, inner);
    await upload('w.bin', 7, inner);
    expect(await ada.api.versions.below({ id: home })).toEqual({ count: 2, bytes: 570, isComplete: true });
    await ada.api.entries.remove({ id: inner });
    expect(await ada.api.versions.below({ id: home })).toEqual({ count: 1, bytes: 500, isComplete: true });
    await expect(ada.api.versions.below({ id: inner })).rejects.toMatchObject({ code: 'folder-not-found' });
    const { versions } = await ada.api.versions.list({ id });
    const [, first] = versions;
    expect(versions).toHaveLength(2);
    await ada.api.versions.restore({ id, versionId: first?.id ?? '' });
    await check(held(1, 500));
    await ada.api.versions.remove({ id, versionId: first?.id ?? '' });
    await check(held(1, 500));
    await ada.api.versions.keepBoth({ files: [{ id, version: 3 }] });
    await check(held(2, 530));
  });

  test('its newest pictures look out of it', async () => {
    const album = await folder('Pictures');
    const ids: string[] = [];
    for (const name of ['one', 'two', 'three', 'four']) {
      const body = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#a33' } })
        .png()
        .withExif({ IFD0: { ImageDescription: name } })
        .toBuffer();
      ids.push((await uploadFile(ada, { name: `${name}.png`, body, folderId: album, contentType: 'image/png' })).id);
      await upload(`${name}.txt`, 10, album);
    }
    // Thumbnails are made in any order.
    const newest = [ids[3], ids[2], ids[1]].join();
    await waitFor(async () => (await picturesIn(album)).join() === newest, { what: 'the thumbnails of the newest' });
    const [url = ''] = (await listed(album)).pictures.map((picture) => picture.url);
    expect((await ada.fetch(url)).headers.get('content-type')).toBe('image/webp');
    await ada.api.entries.remove({ id: ids[2] ?? '' });
    const left = [ids[3], ids[1], ids[0]].join();
    await waitFor(async () => (await picturesIn(album)).join() === left, { what: 'the one before to look out' });
  });

  async function listed(id: string): Promise<ListedFolder> {
    const { folders } = await ada.api.folders.children({ id: 'root', limit: 1000 });
    const found = folders.find((one) => one.id === id);
    if (found === undefined) throw new Error('The folder is not listed');
    return found;
  }

  async function picturesIn(id: string): Promise<string[]> {
    return (await listed(id)).pictures.map(({ url }) => url.split('/')[2] ?? '');
  }

  /** Root holds this, and each folder what a walk through it finds. */
  async function check(expected: Contents): Promise<void> {
    expect(await walk('root')).toEqual(expected);
  }

  async function walk(id: string): Promise<Contents> {
    const { folder: own, folders, files } = await ada.api.folders.children({ id, limit: 1000 });
    const found = { folders: folders.length, files: files.length, bytes: 0 };
    for (const { size } of files) found.bytes += size;
    for (const below of folders) {
      const inside = await walk(below.id);
      expect(below.contents).toEqual(inside);
      found.folders += inside.folders;
      found.files += inside.files;
      found.bytes += inside.bytes;
    }
    expect(own.contents).toEqual(found);
    return found;
  }
});
