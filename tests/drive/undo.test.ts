import { expect, test } from 'vitest';
import { ownScope } from '#server/drive/access/scope.ts';
import { openDrive } from './open-drive.ts';

const scope = ownScope({ kind: 'person', account: 'ada' });

test('content that is known to be damaged does not come back', async () => {
  const { drive, db } = await openDrive();
  const { tree, undo, uploads } = drive.ofScope;
  const store = (text: string) => {
    const upload = { name: 'letter.txt', folderId: null, length: text.length, metadata: {} };
    return uploads.commitSingleRequest(scope, uploads.newId(), { upload, bytes: Buffer.from(text) });
  };
  const { fileId } = await store('first');
  await db.updateTable('blobs').set({ damaged_at: 1 }).execute();
  const { operationId } = await store('second');
  await expect(undo(scope, operationId ?? '')).rejects.toMatchObject({
    code: 'cannot-undo',
    data: { why: 'damaged', name: 'letter.txt' },
  });
  expect((await tree.entry(scope, fileId)).file?.version).toBe(2);
  // It is whole again.
  await db.updateTable('blobs').set({ damaged_at: null }).execute();
  await undo(scope, operationId ?? '');
  expect((await tree.entry(scope, fileId)).file).toMatchObject({ version: 3, size: 'first'.length });
});

test('it tells what came back from Trash to another folder or with another name, and only that', async () => {
  const { drive } = await openDrive();
  const { batch, treeEdit, trash, undo } = drive.ofScope;
  const { entries } = await batch(scope, [
    { do: 'create-folder', name: 'Box', parentId: null },
    { do: 'create-folder', name: 'inside', parentId: { operation: 0 } },
    { do: 'create-folder', name: 'taken', parentId: null },
    { do: 'create-folder', name: 'free', parentId: null },
  ]);
  const [box = '', inside = '', taken = '', free = ''] = entries.map((entry) => entry?.folder?.id);
  const { operationId } = await batch(
    scope,
    [inside, taken, free].map((id) => ({ do: 'trash', id })),
  );
  await batch(scope, [{ do: 'trash', id: box }]);
  await trash.remove(scope, box);
  await treeEdit.createFolder(scope, { name: 'taken', parentId: null });
  const { elsewhere } = await undo(scope, operationId ?? '');
  expect(elsewhere.toSorted((a, b) => a.name.localeCompare(b.name))).toEqual([
    { id: inside, name: 'inside', parentId: null },
    { id: taken, name: 'taken (restored)', parentId: null },
  ]);
});
