import { expect, test } from 'vitest';
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
