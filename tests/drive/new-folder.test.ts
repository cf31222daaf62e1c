import { expect, test } from 'vitest';
import { ownScope } from '#server/drive/access/scope.ts';
import { createEnsureFolder } from '#server/drive/placing/ensure-folder.ts';
import { openDrive } from './open-drive.ts';

test('a new folder has its record without being read again', async () => {
  let counted: string[] = [];
  const { drive } = await openDrive({ onStatement: (kind) => counted.push(kind) });
  const { tree, treeEdit } = drive.ofScope;
  const scope = ownScope({ kind: 'person', account: 'ada' });
  const above = await treeEdit.createFolder(scope, { name: 'Above', parentId: null });

  counted = [];
  const { operationId, ...folder } = await treeEdit.createFolder(scope, { name: 'New', parentId: above.id });
  // The folders above it, and what has the name already.
  expect(counted.filter((kind) => kind === 'select')).toHaveLength(2);
  expect(operationId).toEqual(expect.any(String));
  expect(folder).toEqual(await tree.folder(scope, folder.id));
});

test('a folder that may be there already is the same one each time, also beside a file of its name', async () => {
  const { drive, db } = await openDrive();
  const { treeEdit, uploads } = drive.ofScope;
  const scope = ownScope({ kind: 'person', account: 'ada' });
  const above = await treeEdit.createFolder(scope, { name: 'Above', parentId: null });
  for (const name of ['A', 'A (2)']) {
    const upload = { name, folderId: above.id, length: 1, metadata: {} };
    await uploads.commitSingleRequest(scope, uploads.newId(), { upload, bytes: Buffer.from('x') });
  }
  const ensureFolder = createEnsureFolder({ db, treeEdit });
  const ensured: string[] = [];
  for (const name of ['A', 'A', 'B', 'B']) ensured.push(await ensureFolder(scope, { name, parentId: above.id }));
  const folders = await db
    .selectFrom('entries')
    .select(['id', 'name'])
    .where('parent_id', '=', above.id)
    .where('kind', '=', 'folder')
    .orderBy('name')
    .execute();
  expect(folders.map(({ name }) => name)).toEqual(['A (3)', 'B']);
  const [a, b] = folders.map(({ id }) => id);
  expect(ensured).toEqual([a, a, b, b]);
});
