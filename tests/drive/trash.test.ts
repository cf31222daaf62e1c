import { expect, test } from 'vitest';
import type { BlobStore } from '#server/blobs/blob-store.ts';
import { findWrongContents, trashId } from '#server/database/folder-contents.ts';
import { rowsAtOnce } from '#server/database/row-groups.ts';
import { ownScope } from '#server/drive/access/scope.ts';
import { openDrive } from './open-drive.ts';

const scope = ownScope({ kind: 'person', account: 'ada' });

test('the size of Trash follows what is done in one transaction, and is read without counting', async () => {
  const { drive, db } = await openDrive();
  const { batch, trash, storage } = drive.ofScope;
  await batch(scope, [
    { do: 'create-folder', name: 'A', parentId: null },
    { do: 'create-folder', name: 'B', parentId: { operation: 0 } },
    { do: 'trash', id: { operation: 1 } },
    { do: 'trash', id: { operation: 0 } },
    { do: 'create-folder', name: 'C', parentId: null },
    { do: 'trash', id: { operation: 4 } },
    { do: 'restore', id: { operation: 4 } },
  ]);
  expect(await findWrongContents(db)).toEqual([]);
  const sizes = async () => [(await trash.list(scope, { limit: 1 })).count, (await storage(scope)).trash];
  expect(await sizes()).toEqual([2, { count: 2, bytes: 0 }]);
  await db.updateTable('folder_contents').set({ files: 5, bytes: 7 }).where('folder_id', '=', trashId).execute();
  expect(await sizes()).toEqual([7, { count: 7, bytes: 7 }]);
  expect(await findWrongContents(db)).toMatchObject([{ folder: trashId, to: { folders: 2, files: 0, bytes: 0 } }]);
});

const emptyFolder = {
  account: 'ada',
  kind: 'folder' as const,
  modified_at: 0,
  trashed_at: null,
  current_version: null,
  starred_at: null,
  content_at: null,
  sort_name: '',
  sort_size: 0,
  sort_kind: '',
};

test('a file of many versions is deleted in groups of them', async () => {
  let statements: string[] = [];
  const { drive, db, stored } = await openDrive({ onStatement: (kind) => statements.push(kind) });
  const { trash, treeEdit, uploads } = drive.ofScope;
  const upload = { name: 'often.bin', folderId: null, length: 20_000, metadata: {} };
  const bytes = Buffer.alloc(20_000);
  const { fileId } = await uploads.commitSingleRequest(scope, uploads.newId(), { upload, bytes });
  const [version] = await db.selectFrom('versions').selectAll().execute();
  const [blob] = await db.selectFrom('blobs').selectAll().execute();
  const [finished] = await db.selectFrom('finished_uploads').selectAll().execute();
  if (version === undefined || blob === undefined || finished === undefined) throw new Error('Nothing is stored');
  const groups = 4;
  for (let group = 0; group < groups; group += 1) {
    const ids = Array.from({ length: rowsAtOnce }, (_, i) => `${group} ${i}`);
    await db
      .insertInto('blobs')
      .values(ids.map((id) => ({ ...blob, id })))
      .execute();
    const earlier = ids.map((id, i) => ({ ...version, id, blob_id: id, generation: -(group * rowsAtOnce + i) }));
    await db.insertInto('versions').values(earlier).execute();
    await db
      .insertInto('finished_uploads')
      .values(ids.map((id) => ({ ...finished, id })))
      .execute();
  }
  await treeEdit.trashEntry(scope, fileId);
  statements = [];
  await trash.remove(scope, fileId);
  // Of versions and of blobs in each group, and of what became of uploads.
  expect(statements.filter((kind) => kind === 'delete').length).toBeGreaterThan(3 * groups);
  for (const table of ['entries', 'versions', 'blobs', 'finished_uploads'] as const)
    expect(await db.selectFrom(table).select('id').execute()).toEqual([]);
  for await (const { id } of stored.list()) throw new Error(`Blob ${id} is left`);
});

test('a large folder is deleted in groups, without being read as a whole first', async () => {
  let statements: string[] = [];
  const { drive, db } = await openDrive({ onStatement: (kind) => statements.push(kind) });
  const { treeEdit, trash } = drive.ofScope;
  const top = await treeEdit.createFolder(scope, { name: 'Top', parentId: null });
  const inner = await treeEdit.createFolder(scope, { name: 'Inner', parentId: top.id });
  const groups = 6;
  for (const parent_id of [top.id, inner.id])
    for (let group = 0; group < groups; group += 1)
      await db
        .insertInto('entries')
        .values(
          Array.from({ length: rowsAtOnce }, (_, i) => ({
            ...emptyFolder,
            id: `${parent_id} ${group} ${i}`,
            parent_id,
            name: `${group} ${i}`,
            name_key: `${group} ${i}`,
            created_at: i,
          })),
        )
        .execute();
  await treeEdit.trashEntry(scope, top.id);
  statements = [];
  await trash.remove(scope, top.id);
  const beforeFirst = statements.slice(0, statements.indexOf('delete')).filter((kind) => kind === 'select');
  expect(beforeFirst.length).toBeLessThan(groups);
  expect(await db.selectFrom('entries').select('id').execute()).toEqual([]);
  expect(await findWrongContents(db)).toEqual([]);
});

test('what was moved to Trash out of a deleted folder stays there, and is from Root, a group after the other', async () => {
  let statements: string[] = [];
  const { drive, db } = await openDrive({ onStatement: (kind) => statements.push(kind) });
  const { treeEdit, trash } = drive.ofScope;
  const top = await treeEdit.createFolder(scope, { name: 'Top', parentId: null });
  const groups = 6;
  for (let group = 0; group < groups; group += 1) {
    const ids = Array.from({ length: rowsAtOnce }, (_, i) => `${group} ${i}`);
    const trashed = { ...emptyFolder, parent_id: top.id, created_at: 0, trashed_at: 1 };
    await db
      .insertInto('entries')
      .values(ids.map((id) => ({ ...trashed, id, name: id, name_key: id })))
      .execute();
  }
  await treeEdit.trashEntry(scope, top.id);
  statements = [];
  await trash.remove(scope, top.id);
  const beforeFirst = statements.slice(0, statements.indexOf('delete')).filter((kind) => kind === 'update');
  expect(beforeFirst.length).toBeGreaterThanOrEqual(groups);
  const left = await db.selectFrom('entries').select(['parent_id', 'trashed_at']).execute();
  expect(left).toEqual(Array.from({ length: groups * rowsAtOnce }, () => ({ parent_id: null, trashed_at: 1 })));
});

test('emptying takes what a clock that was ahead put there, and leaves what comes meanwhile', async () => {
  let meanwhile = async () => {};
  const wrap = (blobs: BlobStore): BlobStore => ({
    ...blobs,
    async remove(id) {
      await meanwhile();
      await blobs.remove(id);
    },
  });
  const { drive, db } = await openDrive({ wrap });
  const { treeEdit, trash, uploads } = drive.ofScope;
  const folderOf = async (name: string) => (await treeEdit.createFolder(scope, { name, parentId: null })).id;
  const hourAhead = Date.now() + 3_600_000;
  const trashAhead = async (id: string, trashed_at: number) => {
    await treeEdit.trashEntry(scope, id);
    await db.updateTable('entries').set({ trashed_at }).where('id', '=', id).execute();
  };
  const [ahead, back, late] = [await folderOf('Ahead'), await folderOf('Back'), await folderOf('Late')];
  const upload = { name: 'first.bin', folderId: null, length: 3, metadata: {} };
  const first = await uploads.commitSingleRequest(scope, uploads.newId(), { upload, bytes: Buffer.from('abc') });
  await treeEdit.trashEntry(scope, first.fileId);
  await trashAhead(ahead, hourAhead);
  await trashAhead(back, hourAhead);
  meanwhile = async () => {
    await treeEdit.restoreEntry(scope, back);
    await trashAhead(back, hourAhead - 1);
    await trashAhead(late, hourAhead - 2);
  };
  await trash.empty(scope);
  const { items } = await trash.list(scope, { limit: 9 });
  expect(items.map(({ entry }) => entry.folder?.id)).toEqual([back, late]);
});
