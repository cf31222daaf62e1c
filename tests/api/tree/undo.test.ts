/** What was done is taken back by the id of its operation, in the order in which it was done or in none. */
import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { createBatch } from '#client/batch.ts';
import { startUpload } from '#client/storage/upload.ts';
import type { Folder } from '#contract/records/entries.ts';
import { type Person, signUp } from '#tests/support/client/build-account.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { bytes } from '#tests/support/fixtures/bytes.ts';
import { sharedServer } from '#tests/support/server/shared-server.ts';

describe('undo', () => {
  let ada: Person;
  let box: Folder;
  beforeEach(async () => {
    ada = await signUp(await sharedServer());
    box = await ada.api.folders.create({ name: 'Box', parentId: null });
  });

  const undo = async (operationId: string | null) =>
    (await ada.api.undo({ operationId: operationId ?? '' })).operationId;
  const put = (name: string, size: number, folderId?: string) =>
    uploadFile(ada, { name, body: bytes(size), ...(folderId ? { folderId } : {}) });
  async function inside(id = 'root'): Promise<string[]> {
    const { folders, files } = await ada.api.folders.children({ id });
    return [...folders.map(({ name }) => name), ...files.map(({ name, size }) => `${name} ${size}`)].toSorted();
  }
  const inTrash = async () =>
    (await ada.api.trash.list({})).items.map(({ entry }) => (entry.folder ?? entry.file)?.name ?? '').toSorted();

  test('of a new folder, a new name, a move, a copy, Trash and what was restored; and of the undoing', async () => {
    const made = await ada.api.folders.create({ name: 'Made', parentId: null });
    const file = await put('a.txt', 1);
    const renamed = await ada.api.entries.update({ id: file.id, name: 'b.txt' });
    const moved = await ada.api.entries.update({ id: file.id, parentId: box.id });
    const copied = await ada.api.entries.copy({ id: box.id, parentId: null });
    const removed = await ada.api.entries.remove({ id: box.id });
    const restored = await ada.api.trash.restore({ id: box.id });
    expect(await inside()).toEqual(['Box', 'Box (copy)', 'Made']);

    const redo = await undo(restored.operationId);
    expect(await inside()).toEqual(['Box (copy)', 'Made']);
    await undo(redo);
    expect(await inside()).toEqual(['Box', 'Box (copy)', 'Made']);
    const again = await ada.api.entries.remove({ id: box.id });
    await expect(undo(removed.operationId)).rejects.toMatchObject({ data: { why: 'not-in-trash' } });
    await undo(again.operationId);
    await undo(copied.operationId);
    expect([await inside(), await inTrash()]).toEqual([['Box', 'Made'], ['Box (copy)']]);
    await undo(moved.operationId);
    await undo(renamed.operationId);
    await undo(made.operationId);
    expect(await inside()).toEqual(['Box', 'a.txt 1']);
    expect((await ada.api.entries.update({ id: file.id, name: 'a.txt' })).operationId).toBeNull();
  });

  test('of a batch, in the opposite order, all of it or nothing', async () => {
    const [a, b] = [await put('a.txt', 1), await put('b.txt', 2)];
    const batch = createBatch(ada.api);
    batch.rename(a.id, 'c.txt');
    batch.rename(b.id, 'a.txt');
    const made = batch.createFolder('New', null);
    batch.move(a.id, made);
    batch.trash(box.id);
    await batch.commit();
    expect(await inside()).toEqual(['New', 'a.txt 2']);
    await ada.api.entries.update({ id: b.id, name: 'other.txt' });
    await expect(undo(batch.operationId())).rejects.toMatchObject({
      code: 'cannot-undo',
      data: { why: 'changed', name: 'other.txt' },
    });
    expect(await inside()).toEqual(['New', 'other.txt 2']);
    await ada.api.entries.update({ id: b.id, name: 'a.txt' });
    await undo(batch.operationId());
    expect(await inside()).toEqual(['Box', 'a.txt 1', 'b.txt 2']);
  });

  test('of next versions, from the newest back; also of what was merged', async () => {
    const first = await put('a.txt', 1);
    const second = await put('a.txt', 2);
    const third = await put('a.txt', 3);
    const versionOf = ({ url }: { url: string }) => url.split('/')[3] ?? '';
    await expect(undo(versionOf(second))).rejects.toMatchObject({ code: 'cannot-undo', data: { why: 'changed' } });
    await undo(versionOf(third));
    expect(await inside()).toEqual(['Box', 'a.txt 2']);
    await undo(versionOf(second));
    const { file } = await ada.api.entries.get({ id: first.id });
    expect(file).toMatchObject({ size: 1, version: 5, modifiedAt: first.modifiedAt });
    expect(Buffer.from(await (await ada.fetch(file?.url ?? '')).arrayBuffer())).toEqual(Buffer.from(bytes(1)));
    await expect(undo(versionOf(first))).rejects.toMatchObject({ data: { why: 'changed', name: 'a.txt' } });

    await put('a.txt', 4, box.id);
    const batch = createBatch(ada.api);
    batch.move(first.id, box.id, 'next-version');
    await batch.commit();
    expect([await inside(), await inside(box.id)]).toEqual([['Box'], ['a.txt 1']]);
    await undo(batch.operationId());
    expect([await inside(), await inside(box.id)]).toEqual([['Box', 'a.txt 1'], ['a.txt 4']]);
  });

  test('of a copy that got the next version in the same operation', async () => {
    const [first, second] = [await put('a.txt', 1), await put('a.txt', 2, box.id)];
    const target = await ada.api.folders.create({ name: 'Target', parentId: null });
    const { operationId } = await ada.api.batch({
      operations: [first, second].map(({ id }) => ({
        do: 'copy' as const,
        id,
        parentId: target.id,
        ifTaken: 'next-version' as const,
      })),
    });
    expect(await inside(target.id)).toEqual(['a.txt 2']);
    const redo = await undo(operationId);
    expect([await inside(target.id), await inTrash()]).toEqual([[], ['a.txt']]);
    await undo(redo);
    expect(await inside(target.id)).toEqual(['a.txt 2']);
  });

  test('of a version that was made a file of its own; and of that undoing', async () => {
    const file = await put('a.txt', 1);
    await put('a.txt', 2);
    const { operationId } = await ada.api.versions.keepBoth({ files: [{ id: file.id, version: 2 }] });
    expect(await inside()).toEqual(['Box', 'a (new).txt 2', 'a.txt 1']);
    const redo = await undo(operationId);
    expect([await inside(), await inTrash()]).toEqual([['Box', 'a.txt 2'], ['a (new).txt']]);
    const again = await undo(redo);
    expect(await inside()).toEqual(['Box', 'a (new).txt 2', 'a.txt 1']);
    await put('a (new).txt', 3);
    await expect(undo(again)).rejects.toMatchObject({ data: { why: 'changed', name: 'a (new).txt' } });
    expect([await inside(), await inTrash()]).toEqual([['Box', 'a (new).txt 3', 'a.txt 1'], []]);
    const second = await put('b.txt', 1);
    await put('b.txt', 2);
    const parted = await ada.api.versions.keepBoth({ files: [{ id: second.id, version: 2 }] });
    await put('b (new).txt', 3);
    await expect(undo(parted.operationId)).rejects.toMatchObject({ data: { why: 'changed', name: 'b (new).txt' } });
  });

  test('does not trample what changed meanwhile, and says what and why', async () => {
    const refusal = (why: string, name?: string) => ({
      code: 'cannot-undo',
      status: 409,
      data: { why, ...(name && { name }) },
    });
    const made = await ada.api.folders.create({ name: 'Made', parentId: null });
    const file = await put('a.txt', 1, made.id);
    await expect(undo(made.operationId)).rejects.toMatchObject(refusal('not-empty', 'Made'));

    const moved = await ada.api.entries.update({ id: file.id, parentId: box.id });
    await ada.api.entries.update({ id: file.id, name: 'b.txt' });
    await put('b.txt', 2, made.id);
    await expect(undo(moved.operationId)).rejects.toMatchObject(refusal('name-taken', 'b.txt'));
    await ada.api.entries.remove({ id: made.id });
    await expect(undo(moved.operationId)).rejects.toMatchObject(refusal('folder-gone', 'b.txt'));
    const { operationId } = await ada.api.entries.remove({ id: file.id });
    await expect(undo(moved.operationId)).rejects.toMatchObject(refusal('gone'));
    await ada.api.trash.remove({ id: file.id });
    await expect(undo(operationId)).rejects.toMatchObject(refusal('not-in-trash', 'b.txt'));
  });

  test('of what was restored from a folder that was moved into it since: no folder comes to be inside itself', async () => {
    const inner = await ada.api.folders.create({ name: 'Inner', parentId: box.id });
    await ada.api.entries.remove({ id: inner.id });
    await ada.api.entries.remove({ id: box.id });
    const restored = await ada.api.trash.restore({ id: inner.id });
    await ada.api.trash.restore({ id: box.id });
    await ada.api.entries.update({ id: box.id, parentId: inner.id });
    await expect(undo(restored.operationId)).rejects.toMatchObject({ data: { why: 'changed' } });
    await ada.api.entries.remove({ id: box.id });
    await expect(undo(restored.operationId)).rejects.toMatchObject({ data: { why: 'changed' } });
    expect([await inside(), await inTrash()]).toEqual([['Inner'], ['Box']]);
  });

  test('of what was restored from a folder that is deleted forever by then: it is from Root', async () => {
    const file = await put('a.txt', 1, box.id);
    for (const id of [file.id, box.id]) await ada.api.entries.remove({ id });
    const restored = await ada.api.trash.restore({ id: file.id });
    await ada.api.trash.remove({ id: box.id });
    await undo(restored.operationId);
    expect((await ada.api.trash.list({})).items).toMatchObject([
      { folderName: 'Root', entry: { file: { name: 'a.txt' } } },
    ]);
  });

  test('of a star, which has its place among what is starred again; and not of an earlier move to Trash', async () => {
    const starred = await ada.api.entries.update({ id: box.id, starred: true });
    const later = await put('a.txt', 1);
    await ada.api.entries.update({ id: later.id, starred: true });
    const view = async () => (await ada.api.views({ view: 'starred' })).hits;
    const before = await view();
    const removed = await ada.api.entries.update({ id: box.id, starred: false });
    await undo(removed.operationId);
    expect(await view()).toEqual(before);
    await undo(starred.operationId);
    expect((await ada.api.entries.get({ id: box.id })).folder?.starred).toBe(false);
    const first = await ada.api.entries.remove({ id: box.id });
    await ada.api.trash.restore({ id: box.id });
    await ada.api.entries.remove({ id: box.id });
    await expect(undo(first.operationId)).rejects.toMatchObject({ data: { why: 'not-in-trash', name: 'Box' } });
  });

  test('of an upload: a new file goes to Trash, unless it has another content by then', async () => {
    const answers: string[] = [];
    const upload = async (name: string, size: number) => {
      const body = bytes(size, `${name} ${size}`);
      const task = startUpload(ada.server, { body, name, folderId: null });
      await task.done;
      answers.push(task.snapshot().metadata?.operationId ?? '');
    };
    await upload('short.txt', 3);
    await upload('long.bin', 600_000);
    await upload('short.txt', 4);
    const [short, long, next] = answers;
    await expect(undo(short ?? '')).rejects.toMatchObject({ data: { why: 'changed', name: 'short.txt' } });
    await undo(next ?? '');
    const redo = await undo(long ?? '');
    expect([await inside(), await inTrash()]).toEqual([['Box', 'short.txt 3'], ['long.bin']]);
    await undo(redo);
    expect(await inside()).toEqual(['Box', 'long.bin 600000', 'short.txt 3']);
    const sha256 = createHash('sha256').update(bytes(3, 'short.txt 3')).digest('hex');
    const reused = await ada.api.files.reuse({ name: 'same.txt', folderId: box.id, size: 3, sha256 });
    await undo(reused.operationId);
    expect(await inside(box.id)).toEqual([]);
    const same = { name: 'short.txt', folderId: null, size: 3, sha256 };
    expect((await ada.api.files.reuse(same)).operationId).toBeNull();
  });

  test('of what is done by path', async () => {
    const send = async (method: string, body?: BodyInit, path = 'Box/a.txt') => {
      const answer = await ada.fetch(`/api/objects/${path}`, { method, ...(body && { body }) });
      expect(answer.status).toBeLessThan(300);
      return answer.headers.get('keepsake-operation-id');
    };
    const [made, next] = [await send('PUT', 'one'), await send('PUT', 'second')];
    const long = await send('PUT', new Blob([bytes(300_000)]), 'Box/b.bin');
    const described = await send('PATCH', JSON.stringify({ contentType: 'text/html', customMetadata: { by: 'Ada' } }));
    const typeOf = async () => {
      const { contentType, customMetadata } = (await (await ada.fetch('/api/objects/Box/a.txt')).json()) as {
        contentType: string;
        customMetadata: object;
      };
      return [contentType, customMetadata];
    };
    expect(await typeOf()).toEqual(['text/html', { by: 'Ada' }]);
    const redo = await undo(described);
    expect(await typeOf()).toEqual(['text/plain', {}]);
    await undo(redo);
    expect(await typeOf()).toEqual(['text/html', { by: 'Ada' }]);
    await send('PATCH', JSON.stringify({ contentType: 'text/css' }));
    const again = await send('PATCH', JSON.stringify({ contentType: 'text/plain' }));
    await send('PATCH', JSON.stringify({ contentType: 'text/css' }));
    await expect(undo(again)).rejects.toMatchObject({ data: { why: 'changed', name: 'a.txt' } });
    await undo(await send('DELETE'));
    for (const id of [next, long]) await undo(id);
    expect([await inside(box.id), await inTrash()]).toEqual([['a.txt 3'], ['b.bin']]);
    await expect(undo(made)).rejects.toMatchObject({ data: { why: 'changed' } });
  });

  test('is good once, and for nobody else', async () => {
    const bob = await signUp(await sharedServer());
    const { operationId } = await ada.api.entries.remove({ id: box.id });
    const wanted = { operationId: operationId ?? '' };
    await expect(bob.api.undo(wanted)).rejects.toMatchObject({ code: 'operation-not-found', status: 404 });
    await undo(operationId);
    await expect(undo(operationId)).rejects.toMatchObject({ code: 'operation-not-found' });
    expect(await inside()).toEqual(['Box']);
  });
});
