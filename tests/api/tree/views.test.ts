import { beforeAll, describe, expect, test } from 'vitest';
import type { Entry } from '#contract/records/entries.ts';
import { views } from '#contract/views.ts';
import { type Person, signUp } from '#tests/support/client/build-account.ts';
import { listenLive } from '#tests/support/client/listen-live.ts';
import { programWith } from '#tests/support/client/program.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { query } from '#tests/support/database/query.ts';
import { bytes } from '#tests/support/fixtures/bytes.ts';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';
import { sharedServer } from '#tests/support/server/shared-server.ts';

describe('a star', () => {
  let ada: Person;
  let box = '';
  let letter = '';
  beforeAll(async () => {
    ada = await signUp(await sharedServer());
    box = (await ada.api.folders.create({ name: 'Box', parentId: null })).id;
    letter = (await uploadFile(ada, { name: 'letter.txt', folderId: box, body: bytes(3) })).id;
  });

  test('is set and taken, and stays with a move, a new version, and through Trash', async () => {
    expect((await ada.api.entries.get({ id: letter })).file?.starred).toBe(false);
    expect((await ada.api.entries.update({ id: letter, starred: true })).file?.starred).toBe(true);
    await ada.api.entries.update({ id: box, starred: true, name: 'Crate' });
    expect(await names(ada, 'starred')).toEqual(['Crate', 'letter.txt']);
    await ada.api.entries.update({ id: letter, starred: true });
    expect(await names(ada, 'starred')).toEqual(['Crate', 'letter.txt']);

    await ada.api.entries.update({ id: letter, parentId: null });
    await uploadFile(ada, { name: 'letter.txt', body: bytes(4) });
    expect((await ada.api.folders.children({ id: 'root' })).files).toMatchObject([{ version: 2, starred: true }]);
    const { file: copy } = await ada.api.entries.copy({ id: letter, parentId: null });
    expect(copy?.starred).toBe(false);
    const { folder: crate } = await ada.api.entries.copy({ id: box, parentId: null });
    expect(crate?.starred).toBe(false);

    await ada.api.entries.update({ id: letter, parentId: box });
    await ada.api.entries.remove({ id: box });
    expect(await names(ada, 'starred')).toEqual([]);
    await ada.api.trash.restore({ id: box });
    expect(await names(ada, 'starred')).toEqual(['Crate', 'letter.txt']);
    await ada.api.entries.update({ id: box, starred: false });
    expect(await names(ada, 'starred')).toEqual(['letter.txt']);
  });

  test('is set on many at once, and names the place of each', async () => {
    const eve = await signUp(await sharedServer());
    const outer = await eve.api.folders.create({ name: 'Outer', parentId: null });
    const inner = await eve.api.folders.create({ name: 'Inner', parentId: outer.id });
    const file = await uploadFile(eve, { name: 'deep.txt', folderId: inner.id, body: bytes(5) });
    const { entries } = await eve.api.batch({
      operations: [outer, inner, file].map(({ id }) => ({ do: 'update' as const, id, starred: true })),
    });
    expect(entries.map((entry) => (entry?.folder ?? entry?.file)?.starred)).toEqual([true, true, true]);
    const { hits } = await eve.api.views({ view: 'starred' });
    const paths = Object.fromEntries(hits.map(({ entry, path }) => [nameOf(entry), path.map(({ name }) => name)]));
    expect(hits.every(({ at }) => at !== null && at >= outer.createdAt)).toBe(true);
    expect(paths).toEqual({ Outer: [], Inner: ['Outer'], 'deep.txt': ['Outer', 'Inner'] });
    const found = async (starred: boolean) =>
      (await eve.api.search({ starred })).hits.map(({ entry }) => nameOf(entry));
    await eve.api.entries.update({ id: inner.id, starred: false });
    expect(await found(true)).toEqual(['deep.txt', 'Outer']);
    expect(await found(false)).toEqual(['Inner']);
  });

  test('reaches every client, once', async () => {
    const eve = await signUp(await sharedServer());
    const { id } = await eve.api.folders.create({ name: 'Live', parentId: null });
    const heard = await listenLive(eve);
    const { revision } = await eve.api.views({ view: 'starred' });
    await eve.api.entries.update({ id, starred: true });
    await eve.api.entries.update({ id, starred: true });
    await eve.api.entries.update({ id, starred: false });
    const told = () => heard.changes.filter((change) => change.revision > revision);
    await waitFor(() => told().length === 2, { what: 'both changes' });
    expect(told().at(-1)).toMatchObject({ revision: revision + 2, folder: { id, starred: false } });
    expect((await eve.api.views({ view: 'starred' })).revision).toBe(revision + 2);
  });

  test('is not set by a program that may only read, or on what it does not reach', async () => {
    const server = await sharedServer();
    const { token } = await ada.api.appPasswords.create({ name: 'reads', access: 'read' });
    const reader = programWith(token, server);
    await expect(reader.api.entries.update({ id: letter, starred: false })).rejects.toMatchObject({
      code: 'not-allowed',
    });
    const inside = await ada.api.appPasswords.create({ name: 'inside', folderId: box });
    const confined = programWith(inside.token, server);
    await expect(confined.api.entries.update({ id: box, starred: true })).rejects.toMatchObject({
      code: 'not-allowed',
    });
    const elsewhere = await uploadFile(ada, { name: 'elsewhere.txt', body: bytes(9) });
    await ada.api.entries.update({ id: elsewhere.id, starred: true });
    for (const view of views)
      expect((await confined.api.views({ view })).hits.map(({ entry }) => nameOf(entry))).toEqual(['letter.txt']);
    await expect(confined.api.storage()).rejects.toMatchObject({ code: 'not-allowed' });
  });
});

describe('a view', () => {
  test('has pages that follow one another, without what is in a folder in Trash', async () => {
    const eve = await signUp(await sharedServer());
    const gone = await eve.api.folders.create({ name: 'Gone', parentId: null });
    const sizes = [7, 3, 9, 5, 1];
    for (const size of sizes) {
      await uploadFile(eve, { name: `${size}.bin`, body: bytes(size) });
      await uploadFile(eve, { name: `${size}.bin`, folderId: gone.id, body: bytes(size) });
    }
    await uploadFile(eve, { name: 'empty.bin', body: bytes(0) });
    await eve.api.entries.remove({ id: gone.id });
    expect(await names(eve, 'largest')).toEqual(['9.bin', '7.bin', '5.bin', '3.bin', '1.bin']);
    expect(await names(eve, 'recent')).toEqual(['empty.bin', '1.bin', '5.bin', '9.bin', '3.bin', '7.bin']);
    await uploadFile(eve, { name: '7.bin', body: bytes(8) });
    expect((await names(eve, 'recent'))[0]).toBe('7.bin');
    expect(await names(eve, 'starred')).toEqual([]);
  });

  test('refuses a cursor of another view', async () => {
    const eve = await signUp(await sharedServer());
    for (const name of ['a', 'b']) await uploadFile(eve, { name, body: bytes(2, name) });
    const { nextCursor } = await eve.api.views({ view: 'recent', limit: 1 });
    const page = eve.api.views({ view: 'largest', cursor: nextCursor ?? '' });
    await expect(page).rejects.toMatchObject({ code: 'invalid-input' });
  });

  test.each(['starred_at', 'content_at', 'sort_size'])('by %s is read from its index alone', async (column) => {
    const server = await sharedServer();
    const page = `
      select * from entries where account = 'ada' and trashed_at is null and entries.${column} > 0
      and (entries.${column}, entries.id) < (5, 'file') order by entries.${column} desc, entries.id desc limit 200`;
    const rows = server.databaseUrl
      ? await query(
          server,
          'set enable_seqscan = off',
          'set enable_bitmapscan = off',
          'set enable_sort = off',
          `explain ${page}`,
        )
      : await query(server, `explain query plan ${page}`);
    const plan = rows.map((row) => String(row['QUERY PLAN'] ?? row['detail'])).join('\n');
    expect(plan).toMatch(/entries_(starred|recent|largest)/);
    expect(plan).not.toMatch(/B-TREE|Sort|Filter/);
  });
});

test('the storage of an account is listed by kind, with old versions and Trash', async () => {
  const eve = await signUp(await sharedServer());
  const storage = () => eve.api.storage();
  expect(await storage()).toEqual({
    usedBytes: 0,
    quotaBytes: null,
    kinds: [],
    oldVersions: { count: 0, bytes: 0 },
    trash: { count: 0, bytes: 0 },
  });
  const box = await eve.api.folders.create({ name: 'Box', parentId: null });
  await put('film.mp4', 100, 'video/mp4');
  await put('one.jpg', 10, 'image/jpeg');
  await put('two.jpg', 20, 'image/jpeg', box.id);
  await put('one.jpg', 15, 'image/jpeg');
  const photos = { kind: 'photo', count: 2, bytes: 35 };
  expect(await storage()).toMatchObject({
    usedBytes: 145,
    kinds: [{ kind: 'video', count: 1, bytes: 100 }, photos],
    oldVersions: { count: 1, bytes: 10 },
    trash: { count: 0, bytes: 0 },
  });

  // A copy shares its bytes; another type is another kind.
  await eve.api.entries.copy({ id: box.id, parentId: null });
  await eve.fetch('/api/objects/film.mp4', {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ contentType: 'application/pdf' }),
  });
  await eve.api.entries.remove({ id: box.id });
  expect(await storage()).toMatchObject({
    usedBytes: 145,
    kinds: [
      { kind: 'pdf', count: 1, bytes: 100 },
      { kind: 'photo', count: 3, bytes: 55 },
    ],
    oldVersions: { count: 1, bytes: 10 },
    trash: { count: 1, bytes: 20 },
  });
  await eve.api.trash.empty();
  for (const { id } of (await eve.api.folders.children({ id: 'root' })).files) await eve.api.entries.remove({ id });
  await eve.api.trash.empty();
  expect(await storage()).toMatchObject({
    usedBytes: 20,
    kinds: [{ kind: 'photo', count: 1, bytes: 20 }],
    oldVersions: { count: 0, bytes: 0 },
    trash: { count: 0, bytes: 0 },
  });

  async function put(name: string, size: number, contentType: string, folderId?: string) {
    await uploadFile(eve, { name, body: bytes(size, `${name} ${size}`), contentType, folderId });
  }
});

/** Read in pages of two. */
async function names(person: Person, view: (typeof views)[number]): Promise<string[]> {
  const read: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const { hits, nextCursor } = await person.api.views({ view, limit: 2, cursor });
    read.push(...hits.map(({ entry }) => nameOf(entry)));
    if (nextCursor === null) return read;
    cursor = nextCursor;
  }
}

function nameOf({ folder, file }: Entry): string {
  return (folder ?? file)?.name ?? '';
}
