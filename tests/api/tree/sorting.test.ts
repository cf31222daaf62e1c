import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import type { SortDirection, SortKey } from '#contract/sort-orders.ts';
import { type Person, signUp } from '#tests/support/client/build-account.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { bytes } from '#tests/support/fixtures/bytes.ts';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';
import { sharedServer } from '#tests/support/server/shared-server.ts';

/** Files in the order of their names; name, size, type and time of modification. */
const files = [
  ['2 cakes.txt', 7, 'text/plain', 400],
  ['10 cakes.jpg', 7, 'image/jpeg', 100],
  ['ändern.zip', 0, 'application/zip', 300],
  ['Apple.txt', 90, 'text/plain', 200],
  ['apple pie.txt', 8, 'text/plain', 200],
  ['b.unknown', 8, 'application/x-thing', 500],
  ['写真.jpg', 1000, 'image/jpeg', 50],
] as const;

describe('a listing', () => {
  let ada: Person;
  beforeAll(async () => {
    ada = await signUp(await sharedServer());
    for (const name of ['Trip 10', 'trip 9']) await ada.api.folders.create({ name, parentId: null });
    // Neither in the order of names nor in any other that is asked for.
    for (const at of [3, 0, 6, 5, 1, 4, 2]) await put(ada, at);
  });

  test.each<[SortKey, (one: number) => number | string]>([
    ['name', (at) => at],
    ['size', (at) => files[at]?.[1] ?? 0],
    ['modified', (at) => files[at]?.[3] ?? 0],
    ['kind', (at) => files[at]?.[2].replace(/^image.*/, 'photo').replace(/^application\/zip/, 'archive') ?? ''],
  ])('by %s, both ways, page by page: folders first, what is equal in the order of its ids', async (sort, valueOf) => {
    const all = await ada.api.folders.children({ id: 'root' });
    const ids = new Map<string, string>(all.files.map(({ id, name }) => [name, id]));
    const kinds = ['archive', 'photo', 'text/plain', 'application/x-thing'];
    const rank = (at: number) => (sort === 'kind' ? kinds.indexOf(String(valueOf(at))) : Number(valueOf(at)));
    const expected = files
      .map(([name], at) => ({ name, at }))
      .toSorted((a, b) => rank(a.at) - rank(b.at) || (String(ids.get(a.name)) < String(ids.get(b.name)) ? -1 : 1))
      .map(({ name }) => name);
    for (const direction of ['asc', 'desc'] as const) {
      const found = await pages(sort, direction);
      expect(found.slice(2)).toEqual(direction === 'asc' ? expected : expected.toReversed());
      if (sort === 'name')
        expect(found.slice(0, 2)).toEqual(direction === 'asc' ? ['trip 9', 'Trip 10'] : ['Trip 10', 'trip 9']);
      expect(found.slice(0, 2).toSorted()).toEqual(['Trip 10', 'trip 9']);
    }
  });

  test('by the time it was taken: without a date last both ways, and what follows a new version, a copy and a way out of Trash', async () => {
    const eve = await signUp(await sharedServer());
    const parentId = (await eve.api.folders.create({ name: 'Photos', parentId: null })).id;
    for (const name of ['sub b', 'sub a']) await eve.api.folders.create({ name, parentId });
    const taken = new Map([
      ['b.jpg', '2024:05:01 10:00:00'],
      ['a.jpg', '2024:05:01 10:00:00'],
      ['old.jpg', '1931:01:02 03:04:05'],
    ]);
    for (const name of ['z 10.jpg', 'b.jpg', 'z 9.jpg', 'a.jpg', 'old.jpg', 'PXL_20260101_000000000.jpg'])
      await uploadFile(eve, {
        name,
        folderId: parentId,
        contentType: 'image/jpeg',
        body: await photo(name, taken.get(name)),
      });
    const all = async (direction: SortDirection) => await pages('taken', direction, { person: eve, id: parentId });
    const dated = ['old.jpg', 'a.jpg', 'b.jpg', 'PXL_20260101_000000000.jpg'];
    const rest = ['z 9.jpg', 'z 10.jpg'];
    const wanted = {
      asc: ['sub a', 'sub b', ...dated, ...rest],
      desc: ['sub a', 'sub b', ...dated.toReversed(), ...rest],
    };
    // While some are not read yet, one of the two may look as it will.
    const listed = async () => JSON.stringify({ asc: await all('asc'), desc: await all('desc') });
    await waitFor(async () => (await listed()) === JSON.stringify(wanted), { what: 'the times to be read' });
    const { files: found } = await eve.api.folders.children({ id: parentId, sort: 'taken' });
    expect(found[0]?.takenAt).toBe(Date.UTC(1931, 0, 2, 3, 4, 5));

    await eve.api.entries.copy({ id: found[0]?.id ?? '', parentId, name: 'copy.jpg' });
    expect((await all('asc')).slice(2, 4)).toEqual(['copy.jpg', 'old.jpg']);
    await eve.api.entries.remove({ id: found[0]?.id ?? '' });
    await eve.api.trash.restore({ id: found[0]?.id ?? '' });
    expect((await all('asc')).slice(2, 4)).toEqual(['copy.jpg', 'old.jpg']);
    await uploadFile(eve, { name: 'old.jpg', folderId: parentId, body: bytes(10) });
    expect((await all('asc')).at(-3)).toBe('old.jpg');
    const { versions } = await eve.api.versions.list({ id: found[0]?.id ?? '' });
    await eve.api.versions.restore({ id: found[0]?.id ?? '', versionId: versions[1]?.id ?? '' });
    expect((await all('asc')).slice(2, 4)).toEqual(['copy.jpg', 'old.jpg']);
  });

  test('follows a new name, a new version, a copy and a way out of Trash', async () => {
    const eve = await signUp(await sharedServer());
    const one = await uploadFile(eve, { name: 'a.txt', body: bytes(10) });
    const two = await uploadFile(eve, { name: 'b.txt', body: bytes(20) });
    const order = async (sort: SortKey) =>
      (await eve.api.folders.children({ id: 'root', sort })).files.map(({ name }) => name);
    await eve.api.entries.update({ id: one.id, name: 'c 10.txt' });
    expect(await order('name')).toEqual(['b.txt', 'c 10.txt']);
    await uploadFile(eve, { name: 'b.txt', body: bytes(5), contentType: 'image/png' });
    expect(await order('size')).toEqual(['b.txt', 'c 10.txt']);
    expect(await order('kind')).toEqual(['b.txt', 'c 10.txt']);
    await eve.api.entries.copy({ id: two.id, parentId: null, name: 'c 9.txt' });
    expect(await order('name')).toEqual(['b.txt', 'c 9.txt', 'c 10.txt']);
    expect(await order('size')).toEqual(['b.txt', 'c 9.txt', 'c 10.txt']);
    await eve.api.entries.remove({ id: two.id });
    await eve.api.entries.update({ id: one.id, name: 'b.txt' });
    await eve.api.trash.restore({ id: two.id });
    expect(await order('name')).toEqual(['b.txt', 'b (restored).txt', 'c 9.txt']);
  });

  test('gives everything that stays where it is once, while other things come, go and move', async () => {
    const eve = await signUp(await sharedServer());
    const stay = ['b 1', 'b 2', 'b 10', 'b 11'];
    for (const name of ['a', ...stay]) await eve.api.folders.create({ name, parentId: null });
    const seen: string[] = [];
    for (let cursor: string | undefined, page = 1; ; page += 1) {
      const { folders, nextCursor } = await eve.api.folders.children({ id: 'root', sort: 'name', limit: 2, cursor });
      seen.push(...folders.map(({ name }) => name));
      if (nextCursor === null) break;
      cursor = nextCursor;
      await eve.api.folders.create({ name: `a ${page}`, parentId: null });
      // The last entry of the first page goes: the next one begins where it was.
      if (page === 1) await eve.api.entries.remove({ id: folders[1]?.id ?? '' });
    }
    expect(seen).toEqual(['a', ...stay]);
  });

  test('refuses the cursor of another folder, with which it would leave out what comes before', async () => {
    const box = await ada.api.folders.create({ name: 'Box', parentId: null });
    const { nextCursor } = await ada.api.folders.children({ id: 'root', sort: 'name', limit: 1 });
    await expect(
      ada.api.folders.children({ id: box.id, sort: 'name', cursor: nextCursor ?? '' }),
    ).rejects.toMatchObject({ code: 'invalid-input' });
    await ada.api.entries.remove({ id: box.id });
  });

  test('refuses the cursor of another order', async () => {
    const { nextCursor } = await ada.api.folders.children({ id: 'root', sort: 'name', limit: 1 });
    for (const other of [{ sort: 'size' }, { sort: 'name', direction: 'desc' }] as const)
      await expect(ada.api.folders.children({ id: 'root', ...other, cursor: nextCursor ?? '' })).rejects.toMatchObject({
        code: 'invalid-input',
      });
  });

  test('refuses a cursor that no listing returns', async () => {
    for (const position of [
      [null, 'name', 'asc', 0, ['a\0'], randomUUID()],
      [null, 'name'],
    ]) {
      const cursor = Buffer.from(JSON.stringify(position)).toString('base64url');
      await expect(ada.api.folders.children({ id: 'root', sort: 'name', cursor })).rejects.toMatchObject({
        code: 'invalid-input',
      });
    }
  });

  /** All names, read in pages of two. */
  async function pages(
    sort: SortKey,
    direction: SortDirection,
    { person, id } = { person: ada, id: 'root' },
  ): Promise<string[]> {
    const names: string[] = [];
    for (let cursor: string | undefined; ; ) {
      const page = await person.api.folders.children({ id, sort, direction, limit: 2, cursor });
      names.push(...page.folders.map(({ name }) => name), ...page.files.map(({ name }) => name));
      if (page.nextCursor === null) return names;
      cursor = page.nextCursor;
    }
  }
});

/** Each of other bytes. */
async function photo(name: string, taken: string | undefined): Promise<Buffer> {
  const side = 20 + name.length;
  const image = sharp({ create: { width: side, height: side, channels: 3, background: '#369' } }).jpeg();
  return await (taken === undefined
    ? image
    : image.withExif({ IFD0: { Make: name }, IFD2: { DateTimeOriginal: taken } })
  ).toBuffer();
}

async function put(person: Person, at: number): Promise<void> {
  const [name = '', size = 0, contentType, modifiedAt] = files[at] ?? [];
  await uploadFile(person, { name, body: bytes(size, name), contentType, lastModified: modifiedAt });
}
