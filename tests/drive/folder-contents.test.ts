import { beforeAll, describe, expect, test } from 'vitest';
import { findWrongContents, rebuildContents } from '#server/database/folder-contents.ts';
import { ownScope } from '#server/drive/access/scope.ts';
import { oldVersionsBelow } from '#server/drive/versions/old-versions.ts';
import { calls } from './calls.ts';
import { openDrive } from './open-drive.ts';
import { makeOutside } from './outside.ts';

describe('what folders hold', () => {
  const all = ownScope({ kind: 'person', account: 'ada' });
  let installation: Awaited<ReturnType<typeof openDrive>>;
  beforeAll(async () => {
    installation = await openDrive();
  });

  test.each(Object.entries(calls))('is what their rows add up to after %s', async (_name, call) => {
    const { drive, db } = installation;
    const outside = await makeOutside(drive.ofScope, all, installation);
    // The copy that is made up there was never counted.
    await rebuildContents(db);
    await Promise.resolve(call(drive.ofScope, all, outside)).catch(() => {});
    expect(await findWrongContents(db)).toEqual([]);
  });

  test('are told to whoever read the folder between two changes that are sent together', async () => {
    const { feed, tree, treeEdit } = (await openDrive()).drive.ofScope;
    const top = await treeEdit.createFolder(all, { name: 'Top', parentId: null });
    const box = await treeEdit.createFolder(all, { name: 'Box', parentId: top.id });
    const before = await feed.revision(all);
    await treeEdit.createFolder(all, { name: 'One', parentId: box.id });
    const read = await tree.children(all, top.id, { limit: 10, sort: 'created', direction: 'asc' });
    await treeEdit.createFolder(all, { name: 'Two', parentId: box.id });
    const news = await feed.after(all, before);
    expect(news?.changes.map(({ revision }) => revision)).toEqual([read.revision, read.revision + 1]);
    const told = news?.changes.at(-1)?.above?.map(({ id, contents }) => [id ?? 'Root', contents.folders]);
    expect(Object.fromEntries(told ?? [])).toEqual({ Root: 4, [top.id]: 3, [box.id]: 2 });
  });

  test('old versions below are counted as far as they are looked at', async () => {
    const { drive, db } = installation;
    const { folder, bytes } = await makeOutside(drive.ofScope, all, installation);
    const one = { count: 1, bytes: bytes.length };
    expect(await drive.ofScope.versions.below(all, folder)).toEqual({ ...one, isComplete: true });
    expect(await oldVersionsBelow(db, all, folder, 4)).toEqual({ ...one, isComplete: true });
    expect(await oldVersionsBelow(db, all, folder, 3)).toEqual({ ...one, isComplete: false });
    expect(await oldVersionsBelow(db, all, folder, 2)).toEqual({ count: 0, bytes: 0, isComplete: false });
  });

  test('a wrong number is found', async () => {
    const { db } = installation;
    await db.updateTable('folder_contents').set({ files: -1 }).where('folder_id', '=', '').execute();
    expect(await findWrongContents(db)).toMatchObject([{ account: 'ada', folder: '', from: { files: -1 } }]);
  });
});
