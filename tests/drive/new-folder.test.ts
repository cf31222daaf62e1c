import { expect, test } from 'vitest';
import { ownScope } from '#server/drive/access/scope.ts';
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
