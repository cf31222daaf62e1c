import { beforeEach, describe, expect, test } from 'vitest';
import { createBatch } from '#client/batch.ts';
import type { IfTaken } from '#contract/records/batch.ts';
import type { Entry, Folder } from '#contract/records/entries.ts';
import { type Person, signUp } from '#tests/support/client/build-account.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { bytes } from '#tests/support/fixtures/bytes.ts';
import { sharedServer } from '#tests/support/server/shared-server.ts';

describe('a name that is taken where an entry goes', () => {
  let ada: Person;
  let from: Folder;
  let to: Folder;
  beforeEach(async () => {
    ada = await signUp(await sharedServer());
    from = await ada.api.folders.create({ name: 'From', parentId: null });
    to = await ada.api.folders.create({ name: 'To', parentId: null });
  });

  const put = (name: string, size: number, { id: folderId }: Folder) =>
    uploadFile(ada, { name, body: bytes(size), folderId });

  /** `folder/`, and `file size`, each with what is in it. */
  async function inside(id: string): Promise<string[]> {
    const { folders, files } = await ada.api.folders.children({ id });
    const below = await Promise.all(
      folders.map(async (folder) => (await inside(folder.id)).map((one) => `${folder.name}/${one}`)),
    );
    return [
      ...folders.flatMap(({ name }, i) => (below[i]?.length ? (below[i] ?? []) : [`${name}/`])),
      ...files.map(({ name, size }) => `${name} ${size}`),
    ].toSorted();
  }

  async function place(what: 'move' | 'copy', id: string, ifTaken: IfTaken): Promise<Entry | null> {
    const batch = createBatch(ada.api);
    if (what === 'move') batch.move(id, to.id, ifTaken);
    else batch.copy(id, to.id, undefined, ifTaken);
    return (await batch.commit())[0] ?? null;
  }

  const trashed = async () =>
    (await ada.api.trash.list({})).items.map(({ entry }) => (entry.folder ?? entry.file)?.name);

  test.each(['stay', 'skip'] as const)('%s: a file stays where it is', async (ifTaken) => {
    const file = await put('a.txt', 1, from);
    await put('a.txt', 2, to);
    for (const what of ['move', 'copy'] as const) {
      const entry = await place(what, file.id, ifTaken);
      expect(entry?.file).toMatchObject({ id: file.id, folderId: from.id });
    }
    expect([await inside(from.id), await inside(to.id)]).toEqual([['a.txt 1'], ['a.txt 2']]);
  });

  test('keep-both: a file gets a number, and so does a folder that meets a file', async () => {
    const file = await put('a.txt', 1, from);
    await put('a.txt', 2, to);
    await put('a (2).txt', 3, to);
    const folder = await ada.api.folders.create({ name: 'b', parentId: from.id });
    await put('b', 4, to);
    expect((await place('copy', file.id, 'keep-both'))?.file?.name).toBe('a (3).txt');
    expect((await place('move', file.id, 'keep-both'))?.file).toMatchObject({ id: file.id, name: 'a (4).txt' });
    expect((await place('move', folder.id, 'next-version'))?.folder).toMatchObject({ id: folder.id, name: 'b (2)' });
    expect(await inside(to.id)).toEqual(['a (2).txt 3', 'a (3).txt 1', 'a (4).txt 1', 'a.txt 2', 'b (2)/', 'b 4']);
  });

  test('next-version: the file there has the bytes, and what was moved is in Trash', async () => {
    const file = await put('a.txt', 1, from);
    const there = await put('a.txt', 2, to);
    const copied = await place('copy', file.id, 'next-version');
    expect(copied?.file).toMatchObject({ id: there.id, size: 1, version: 2, modifiedAt: file.modifiedAt });
    expect(await trashed()).toEqual([]);
    const moved = await place('move', file.id, 'next-version');
    expect(moved?.file).toMatchObject({ id: there.id, version: 3 });
    expect(Buffer.from(await (await ada.fetch(moved?.file?.url ?? '')).arrayBuffer())).toEqual(Buffer.from(bytes(1)));
    expect([await inside(from.id), await trashed()]).toEqual([[], ['a.txt']]);
    await ada.api.trash.restore({ id: file.id });
    expect(await inside(from.id)).toEqual(['a.txt 1']);
  });

  test('of several of the same name, each meets what those before it left', async () => {
    const second = await ada.api.folders.create({ name: 'Second', parentId: null });
    const third = await ada.api.folders.create({ name: 'Third', parentId: null });
    const files = [await put('a.txt', 1, from), await put('a.txt', 2, second), await put('a.txt', 3, third)];
    const moveAll = (ifTaken: IfTaken) =>
      ada.api.batch({ operations: files.map(({ id }) => ({ do: 'update', id, parentId: to.id, ifTaken })) });
    const undo = (operationId: string | null) => ada.api.undo({ operationId: operationId ?? '' });
    const numbered = await moveAll('keep-both');
    expect(await inside(to.id)).toEqual(['a (2).txt 2', 'a (3).txt 3', 'a.txt 1']);
    await undo(numbered.operationId);
    const versions = await moveAll('next-version');
    expect(versions.entries.map((entry) => [entry?.file?.id, entry?.file?.version])).toEqual(
      files.map(() => [files[0]?.id, 3]),
    );
    expect([await inside(to.id), await trashed()]).toEqual([['a.txt 3'], ['a.txt', 'a.txt']]);
    await undo(versions.operationId);
    expect([await inside(from.id), await inside(second.id), await inside(third.id)]).toEqual([
      ['a.txt 1'],
      ['a.txt 2'],
      ['a.txt 3'],
    ]);
    const { stayed } = await moveAll('skip');
    expect(stayed.map(({ operation, id }) => [operation, id])).toEqual([
      [1, files[1]?.id],
      [2, files[2]?.id],
    ]);
    expect([await inside(to.id), await inside(second.id)]).toEqual([['a.txt 1'], ['a.txt 2']]);
  });

  test('folders are merged; what is skipped stays, and its folder with it', async () => {
    const [summer, here] = await Promise.all([
      ada.api.folders.create({ name: 'Summer', parentId: from.id }),
      ada.api.folders.create({ name: 'Summer', parentId: to.id }),
    ]);
    const lake = await ada.api.folders.create({ name: 'Lake', parentId: summer.id });
    await Promise.all([put('a.txt', 1, summer), put('b.txt', 2, summer), put('c.txt', 3, lake), put('a.txt', 4, here)]);

    expect((await place('copy', summer.id, 'stay'))?.folder?.id).toBe(summer.id);
    expect((await place('copy', summer.id, 'keep-both'))?.folder?.id).toBe(here.id);
    expect(await inside(here.id)).toEqual(['Lake/c.txt 3', 'a (2).txt 1', 'a.txt 4', 'b.txt 2']);
    const batch = createBatch(ada.api);
    batch.createFolder('Other', null);
    batch.move(summer.id, to.id, 'skip');
    const [, left] = await batch.commit();
    expect(left?.folder).toMatchObject({ id: summer.id, parentId: from.id });
    expect(
      batch
        .stayed()
        .map(({ operation, name }) => `${operation} ${name}`)
        .toSorted(),
    ).toEqual(['1 a.txt', '1 b.txt', '1 c.txt']);
    expect(await inside(summer.id)).toEqual(['Lake/c.txt 3', 'a.txt 1', 'b.txt 2']);
    expect((await place('move', summer.id, 'next-version'))?.folder?.id).toBe(here.id);
    expect(await inside(here.id)).toEqual(['Lake/c.txt 3', 'a (2).txt 1', 'a.txt 1', 'b.txt 2']);
    expect([await inside(from.id), (await trashed()).includes('Summer')]).toEqual([[], true]);
  });

  test('a folder is not merged with one that it lies in, nor placed in itself', async () => {
    const same = await ada.api.folders.create({ name: 'To', parentId: to.id });
    const batch = createBatch(ada.api);
    batch.move(same.id, null, 'keep-both');
    expect((await batch.commit())[0]?.folder).toMatchObject({ id: same.id, name: 'To (2)', parentId: null });
    await expect(place('move', to.id, 'keep-both')).rejects.toMatchObject({ code: 'move-into-itself' });
    await expect(place('copy', to.id, 'keep-both')).rejects.toMatchObject({ code: 'copy-into-itself' });
  });

  test('in its own folder a copy is one of another name, and a rename takes a number', async () => {
    const file = await put('a.txt', 1, to);
    expect((await place('copy', file.id, 'next-version'))?.file?.name).toBe('a (copy).txt');
    expect((await place('move', file.id, 'next-version'))?.file?.id).toBe(file.id);
    const { entries } = await ada.api.batch({
      operations: [{ do: 'update', id: file.id, name: 'a (copy).txt', ifTaken: 'keep-both' }],
    });
    expect(entries[0]?.file?.name).toBe('a (copy) (2).txt');
  });

  test('more than a batch may reach is refused whole', async () => {
    const big = await ada.api.folders.create({ name: 'Big', parentId: from.id });
    const { id: into } = await ada.api.folders.create({ name: 'Big', parentId: to.id });
    for (let first = 0; first < 1000; first += 500) {
      const batch = createBatch(ada.api);
      for (let i = 0; i < 500; i += 1) batch.createFolder(`${first + i}`, big.id);
      await batch.commit();
    }
    await expect(place('move', big.id, 'skip')).rejects.toMatchObject({
      code: 'too-much-at-once',
      data: { operation: 0, into },
    });
    expect(await inside(to.id)).toEqual(['Big/']);
  });
});
