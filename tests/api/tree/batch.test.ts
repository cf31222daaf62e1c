import { beforeEach, describe, expect, test } from 'vitest';
import { createBatch } from '#client/batch.ts';
import { maxBatchEntries, maxBatchOperations } from '#contract/limits.ts';
import { programMessages } from '#contract/specification-messages.ts';
import { type Person, signUp, visit } from '#tests/support/client/build-account.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { bytes } from '#tests/support/fixtures/bytes.ts';
import { sharedServer } from '#tests/support/server/shared-server.ts';

const nobody = '00000000-0000-4000-8000-000000000000';

describe('a write batch', () => {
  let ada: Person;
  let bob: Person;
  beforeEach(async () => {
    const server = await sharedServer();
    [ada, bob] = await Promise.all([signUp(server), signUp(server)]);
  });

  const rootNames = async () => (await ada.api.folders.children({ id: 'root' })).folders.map(({ name }) => name);
  const revision = async () => (await ada.api.folders.children({ id: 'root' })).revision;

  test('does everything at once, each step on what the steps before made', async () => {
    const file = await uploadFile(ada, { name: 'a.txt', body: bytes(20) });
    const old = await ada.api.folders.create({ name: 'Old', parentId: null });
    const removed = await ada.api.folders.create({ name: 'Removed', parentId: null });
    await ada.api.entries.remove({ id: removed.id });
    const before = await revision();

    const batch = createBatch(ada.api);
    const year = batch.createFolder('2026', null);
    const summer = batch.createFolder('Summer', year);
    batch.move(file.id, summer);
    batch.rename(file.id, 'first.txt');
    const copy = batch.copy(summer, null);
    batch.rename(copy, 'Summer again');
    batch.trash(old.id);
    batch.restore(removed.id);
    const entries = await batch.commit();

    expect(entries.map((entry) => entry?.folder?.name ?? entry?.file?.name)).toEqual([
      '2026',
      'Summer',
      'first.txt',
      'first.txt',
      'Summer again',
      'Summer again',
      undefined,
      'Removed',
    ]);
    expect(entries[6]).toBeNull();
    expect(entries[1]?.folder?.path.map(({ name }) => name)).toEqual(['2026']);
    const again = await ada.api.folders.children({ id: entries[4]?.folder?.id ?? '' });
    expect(again.files.map(({ name }) => name)).toEqual(['first.txt']);
    // One change for each entry, in one piece.
    expect(await revision()).toBe(before + 6);
  });

  test('of copies of copies ends at its limit, with nothing made', async () => {
    const batch = createBatch(ada.api);
    let last = batch.createFolder('g0', null);
    for (let level = 1; level <= 15; level += 1) {
      const next = batch.createFolder(`g${level}`, null);
      batch.copy(last, next, 'one');
      batch.copy(last, next, 'two');
      last = next;
    }
    await expect(batch.commit()).rejects.toMatchObject({ code: 'too-much-at-once', data: { max: maxBatchEntries } });
    expect(await rootNames()).toEqual([]);
  });

  test('moves folders deeper as long as all that they hold fits', async () => {
    const batch = createBatch(ada.api);
    const [outer, target] = [batch.createFolder('Outer', null), batch.createFolder('Target', null)];
    const inner = batch.createFolder('Inner', outer);
    batch.move(outer, target);
    expect((await batch.commit())[2]?.folder?.path.map(({ name }) => name)).toEqual(['Target', 'Outer']);
    expect(inner).toBeDefined();
  });

  test('moves many to one folder as if one after the other, and tells which of them is refused', async () => {
    const create = (name: string, parentId: string | null) => ada.api.folders.create({ name, parentId });
    const [box, target] = [await create('Box', null), await create('Target', null)];
    const inner = await create('Inner', box.id);
    const put = (name: string, size: number, folderId?: string) =>
      uploadFile(ada, { name, body: bytes(size), ...(folderId && { folderId }) });
    const [a, b, c] = [await put('a.txt', 1, box.id), await put('b.txt', 2, box.id), await put('c.txt', 4, inner.id)];
    const other = await put('a.txt', 8);
    const move = (...ids: string[]) =>
      ada.api.batch({ operations: ids.map((id) => ({ do: 'update', id, parentId: target.id })) });
    const contentsOf = async () =>
      await Promise.all(
        [box, inner, target].map(async ({ id }) => (await ada.api.entries.get({ id })).folder?.contents),
      );
    const before = [await revision(), await contentsOf()];
    const refusals: [string[], string, number][] = [
      [[a.id, b.id, other.id, c.id], 'name-taken', 2],
      [[a.id, nobody, other.id], 'entry-not-found', 1],
      [[inner.id, c.id, target.id, a.id], 'move-into-itself', 2],
    ];
    for (const [ids, code, operation] of refusals)
      await expect(move(...ids)).rejects.toMatchObject({ code, data: { operation } });
    expect([await revision(), await contentsOf()]).toEqual(before);

    const { entries, operationId } = await move(inner.id, c.id, a.id, b.id, a.id);
    expect(entries.map((entry) => (entry?.folder ?? entry?.file)?.id)).toEqual([inner.id, c.id, a.id, b.id, a.id]);
    expect(await contentsOf()).toEqual([
      { folders: 0, files: 0, bytes: 0 },
      { folders: 0, files: 0, bytes: 0 },
      { folders: 1, files: 3, bytes: 7 },
    ]);
    // One change for each, and one for the folder that they left.
    expect(await revision()).toBe(Number(before[0]) + 5);
    await ada.api.undo({ operationId: operationId ?? '' });
    expect(await contentsOf()).toEqual(before[1]);
  });

  test('does nothing when one step is refused, and tells which', async () => {
    const stored = await ada.api.folders.create({ name: 'Kept', parentId: null });
    const theirs = await bob.api.folders.create({ name: 'Theirs', parentId: null });
    const before = await revision();
    const refusals = [
      [{ do: 'create-folder', name: 'Kept', parentId: null }, 'name-taken'],
      [{ do: 'create-folder', name: 'a/b', parentId: null }, 'name-has-slash'],
      [{ do: 'update', id: stored.id, parentId: stored.id }, 'move-into-itself'],
      [{ do: 'copy', id: stored.id, parentId: stored.id }, 'copy-into-itself'],
      [{ do: 'trash', id: theirs.id }, 'entry-not-found'],
      [{ do: 'restore', id: stored.id }, 'not-in-trash'],
      [{ do: 'create-folder', name: 'x', parentId: nobody }, 'folder-not-found'],
      [{ do: 'trash', id: { operation: 3 } }, 'invalid-input'],
    ] as const;
    for (const [refused, code] of refusals) {
      const sent = ada.api.batch({
        operations: [
          { do: 'create-folder', name: 'New', parentId: null },
          { do: 'trash', id: stored.id },
          { do: 'restore', id: stored.id },
          refused,
        ],
      });
      await expect(sent).rejects.toMatchObject({ code, data: { operation: 3 } });
    }
    expect(await rootNames()).toEqual(['Kept']);
    expect(await revision()).toBe(before);
  });

  test('takes 1 to 500 known operations of someone who is signed in', async () => {
    const folders = (count: number) =>
      Array.from({ length: count }, (_, i) => ({ do: 'create-folder' as const, name: `${i}`, parentId: null }));
    for (const operations of [[], folders(maxBatchOperations + 1)])
      await expect(ada.api.batch({ operations })).rejects.toMatchObject({ code: 'invalid-input' });
    for (const operation of [{ do: 'explode' }, { do: 'trash' }, { do: 'trash', id: nobody, more: 1 }, null]) {
      const response = await ada.fetch('/api/batch', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ operations: [operation] }),
      });
      expect([response.status, (await response.json()).code]).toEqual([400, 'invalid-input']);
    }
    const { entries } = await ada.api.batch({ operations: folders(maxBatchOperations) });
    expect(entries).toHaveLength(maxBatchOperations);
    const stranger = visit({ baseUrl: ada.server.baseUrl });
    await expect(stranger.api.batch({ operations: folders(1) })).rejects.toMatchObject({ code: 'unauthenticated' });
  });

  test('is refused after its commit, whether that succeeded or not; one without operations does nothing', async () => {
    const batch = createBatch(ada.api);
    batch.trash(nobody);
    await expect(batch.commit()).rejects.toMatchObject({ code: 'entry-not-found' });
    expect(() => batch.createFolder('Late', null)).toThrow(programMessages.batchUsed);
    await expect(batch.commit()).rejects.toThrow(programMessages.batchUsed);
    expect(await createBatch(ada.api).commit()).toEqual([]);
  });

  test('refuses what another batch made', () => {
    const foreign = createBatch(ada.api).createFolder('One', null);
    expect(() => createBatch(ada.api).createFolder('Two', foreign)).toThrow(programMessages.foreignReference);
  });

  test('two at once on the same things: one after the other, nothing mixed', async () => {
    const sent = Array.from({ length: 10 }, () => {
      const batch = createBatch(ada.api);
      const top = batch.createFolder('Same', null);
      for (let i = 0; i < 20; i += 1) batch.createFolder(`${i}`, top);
      return batch.commit();
    });
    const results = await Promise.allSettled(sent);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await rootNames()).toEqual(['Same']);
  });
});
