import { beforeAll, describe, expect, test } from 'vitest';
import type { Entry, File } from '#contract/records/entries.ts';
import { bucket } from '#tests/support/client/bucket.ts';
import { type Person, signUp } from '#tests/support/client/build-account.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { roomOf } from '#tests/support/database/account-usage.ts';
import { seedSiblings } from '#tests/support/database/seed-folders.ts';
import { bytes, sha256 } from '#tests/support/fixtures/bytes.ts';
import { type SharedServer, sharedServer } from '#tests/support/server/shared-server.ts';

const nobody = '00000000-0000-4000-8000-000000000000';

describe('copying', () => {
  let server: SharedServer;
  let ada: Person;
  let bob: Person;
  beforeAll(async () => {
    server = await sharedServer();
    [ada, bob] = await Promise.all([signUp(server), signUp(server)]);
  });

  const folder = async (name: string, parentId: string | null = null) =>
    (await ada.api.folders.create({ name, parentId })).id;
  const names = async (id: string) => {
    const { folders, files } = await ada.api.folders.children({ id });
    return [...folders, ...files].map(({ name }) => name);
  };
  const digestOf = async ({ file }: Entry) => sha256(await (await ada.fetch((file as File).url)).arrayBuffer());

  test('of however many copies the next one has the next number, or one that is free again', async () => {
    const home = await folder('Copies');
    const box = await folder('Box', home);
    await seedSiblings(server, ada, home, 2345, (i) => (i === 0 ? 'Box (copy)' : `Box (copy ${i + 1})`));
    const copy = async () => (await ada.api.entries.copy({ id: box, parentId: home })).folder?.name;
    expect([await copy(), await copy()]).toEqual(['Box (copy 2346)', 'Box (copy 2347)']);
    const other = await folder('Other copies');
    await seedSiblings(server, ada, other, 30, (i) => `Box (copy ${i < 20 ? i + 2 : i + 3})`);
    const moved = await ada.api.entries.copy({ id: await folder('Box', other), parentId: other });
    expect(moved.folder?.name).toBe('Box (copy)');
  });

  test('a file: the same bytes and metadata, version 1, no further room, a life of its own', async () => {
    const [home, other] = [await folder('Home'), await folder('Other')];
    const body = bytes(40_000, 'copied');
    await uploadFile(ada, { name: 'a.png', body: bytes(10, 'old'), folderId: home });
    const original = await uploadFile(ada, { name: 'a.png', body, folderId: home, contentType: 'image/x-own' });
    await bucket(ada).patch('Home/a.png', { customMetadata: { place: 'Sea' } });
    const before = await roomOf(server, ada);

    const response = await ada.fetch(`/api/entries/${original.id}/copy`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ parentId: other }),
    });
    expect(response.status).toBe(201);
    const copy = (await response.json()) as Entry;
    expect(copy.file).toMatchObject({
      name: 'a.png',
      folderId: other,
      version: 1,
      size: body.length,
      contentType: 'image/x-own',
      modifiedAt: original.modifiedAt,
    });
    expect(copy.file?.id).not.toBe(original.id);
    expect(await digestOf(copy)).toBe(sha256(body));
    expect(await bucket(ada).metadata('Other/a.png')).toMatchObject({
      customMetadata: { place: 'Sea' },
    });
    expect(await roomOf(server, ada)).toEqual(before);

    await uploadFile(ada, { name: 'a.png', body: bytes(7, 'new'), folderId: home });
    await ada.api.entries.remove({ id: original.id });
    await ada.api.trash.remove({ id: original.id });
    expect(await digestOf(copy)).toBe(sha256(body));
  });

  test('a folder with everything in it, in its order, but what is in Trash', async () => {
    const top = await folder('Album');
    const inner = await folder('Letters', top);
    await folder('Empty', inner);
    for (const name of ['b.txt', 'a.txt']) await uploadFile(ada, { name, body: bytes(20, name), folderId: inner });
    const removed = await uploadFile(ada, { name: 'removed.txt', body: bytes(20), folderId: top });
    await ada.api.entries.remove({ id: removed.id });

    const { folder: copy } = await ada.api.entries.copy({ id: top, parentId: null });
    expect(copy).toMatchObject({ name: 'Album (copy)', parentId: null, path: [] });
    const inside = await ada.api.folders.children({ id: copy?.id ?? '' });
    expect([inside.folders.map(({ name }) => name), inside.files]).toEqual([['Letters'], []]);
    const letters = inside.folders[0]?.id ?? '';
    expect(letters).not.toBe(inner);
    expect(await names(letters)).toEqual(['Empty', 'b.txt', 'a.txt']);
  });

  test('names: its own, (copy), (copy 2) before the ending; one that was given and is taken is refused', async () => {
    const home = await folder('Names');
    const { id } = await uploadFile(ada, { name: 'Photo.JPG', body: bytes(20), folderId: home });
    for (let i = 0; i < 3; i += 1) await ada.api.entries.copy({ id, parentId: home });
    expect(await names(home)).toEqual(['Photo.JPG', 'Photo (copy).JPG', 'Photo (copy 2).JPG', 'Photo (copy 3).JPG']);
    await ada.api.entries.copy({ id, parentId: home, name: 'Chosen.jpg' });
    const taken = ada.api.entries.copy({ id, parentId: home, name: 'Chosen.jpg' });
    await expect(taken).rejects.toMatchObject({ code: 'name-taken' });
    const invalid = ada.api.entries.copy({ id, parentId: home, name: 'a/b' });
    await expect(invalid).rejects.toMatchObject({ code: 'name-has-slash' });
    expect(await names(home)).toHaveLength(5);
  });

  test('not into itself, nor below, but beside itself', async () => {
    const top = await folder('Outer');
    const below = await folder('Below', await folder('Inner', top));
    for (const parentId of [top, below]) {
      const copying = ada.api.entries.copy({ id: top, parentId });
      await expect(copying).rejects.toMatchObject({ code: 'copy-into-itself', status: 409 });
    }
    const { folder: lifted } = await ada.api.entries.copy({ id: below, parentId: top });
    expect(lifted).toMatchObject({ name: 'Below', parentId: top });
  });

  test('what is foreign, absent or in Trash is answered alike', async () => {
    const mine = await uploadFile(ada, { name: 'mine.txt', body: bytes(20) });
    const gone = await folder('Gone');
    await ada.api.entries.remove({ id: gone });
    const theirs = await bob.api.folders.create({ name: 'Theirs', parentId: null });
    for (const id of [theirs.id, nobody, gone])
      await expect(ada.api.entries.copy({ id, parentId: null })).rejects.toMatchObject({ code: 'entry-not-found' });
    for (const parentId of [theirs.id, nobody, gone, mine.id])
      await expect(ada.api.entries.copy({ id: mine.id, parentId })).rejects.toMatchObject({ code: 'folder-not-found' });
    await expect(bob.api.entries.copy({ id: mine.id, parentId: null })).rejects.toMatchObject({ status: 404 });
  });

  test('more copies at once than there are names tried at once, each with a name of its own', async () => {
    const home = await folder('Many');
    const { id } = await uploadFile(ada, { name: 'x.txt', body: bytes(20), folderId: home });
    const { entries } = await ada.api.batch({
      operations: Array.from({ length: 210 }, () => ({ do: 'copy' as const, id, parentId: home })),
    });
    const made = entries.map((entry) => entry?.file?.name);
    expect(new Set(made).size).toBe(210);
    expect(made.at(-1)).toBe('x (copy 210).txt');
  });
});
