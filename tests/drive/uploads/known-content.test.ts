import { expect, test } from 'vitest';
import type { BlobStore } from '#server/blobs/blob-store.ts';
import { ownScope, type Scope } from '#server/drive/access/scope.ts';
import { openDrive } from '../open-drive.ts';

const scope = ownScope({ kind: 'person', account: 'ada' });
/** Not in the database, and small enough to be read before it is given to another file. */
const bytes = Buffer.alloc(20_000, 'known');

test('no writer waits while known content is read in the store', async () => {
  let opened = 0;
  const wrap = (blobs: BlobStore): BlobStore => ({
    ...blobs,
    async open(id) {
      opened += 1;
      // Inside a transaction this would wait for itself.
      await db
        .updateTable('installation')
        .set((eb) => ({ id: eb.ref('id') }))
        .execute();
      return await blobs.open(id);
    },
  });
  const { drive, db } = await openDrive({ wrap });
  const { uploads, deduplicate } = drive.ofScope;
  const store = (name: string) => {
    const upload = { name, folderId: null, length: bytes.length, metadata: {} };
    return uploads.commitSingleRequest(scope, uploads.newId(), { upload, bytes });
  };
  await store('first.bin');
  await Promise.all(['second.bin', 'third.bin'].map(store));
  const { sha256 } = await db.selectFrom('blobs').select('sha256').executeTakeFirstOrThrow();
  const reused = await deduplicate.reuse(scope, {
    name: 'fourth.bin',
    folderId: null,
    size: bytes.length,
    sha256: sha256 ?? '',
  });
  expect(reused.file).toMatchObject({ name: 'fourth.bin' });
  expect(opened).toBeGreaterThanOrEqual(2);
  expect(await db.selectFrom('blobs').select('id').execute()).toHaveLength(1);
  expect(await db.selectFrom('entries').select('id').execute()).toHaveLength(4);
});

test('content that is there takes no room of a quota that is nearly used up, and new content does', async () => {
  const { drive, db } = await openDrive();
  const { uploads } = drive.ofScope;
  const send = (name: string, content: Buffer) => {
    const upload = { name, folderId: null, length: content.length, ifChanged: true, metadata: {} };
    return uploads.commitSingleRequest(scope, uploads.newId(), { upload, bytes: content });
  };
  const { fileId } = await send('one.bin', bytes);
  await db.updateTable('accounts').set({ quota_bytes: 25_000 }).where('user_id', '=', 'ada').execute();
  const room = () => db.selectFrom('accounts').select(['used_bytes', 'reserved_bytes']).executeTakeFirstOrThrow();
  const [again, copy] = await Promise.all([send('one.bin', bytes), send('two.bin', bytes)]);
  expect([again.fileId, again.operationId]).toEqual([fileId, null]);
  expect(copy.fileId).not.toBe(fileId);
  expect(await room()).toEqual({ used_bytes: 20_000, reserved_bytes: 0 });

  // Of what comes twice, one is new.
  const rest = Buffer.alloc(5000, 'rest');
  await Promise.all([send('three.bin', rest), send('four.bin', rest)]);
  expect(await room()).toEqual({ used_bytes: 25_000, reserved_bytes: 0 });
  await expect(send('more.bin', Buffer.from('x'))).rejects.toMatchObject({ code: 'quota-exceeded' });
  await send('five.bin', bytes);
  expect(await room()).toEqual({ used_bytes: 25_000, reserved_bytes: 0 });
});

test('what fits tells a scope below Root nothing of the content outside of it', async () => {
  const { drive, db } = await openDrive();
  const { uploads, treeEdit } = drive.ofScope;
  const send = (by: Scope, name: string, content: Buffer) => {
    const upload = { name, folderId: null, length: content.length, metadata: {} };
    return uploads.commitSingleRequest(by, uploads.newId(), { upload, bytes: content });
  };
  const { id: entryId } = await treeEdit.createFolder(scope, { name: 'Inside', parentId: null });
  await send(scope, 'outside.bin', bytes);
  await db.updateTable('accounts').set({ quota_bytes: 25_000 }).where('user_id', '=', 'ada').execute();
  const inside = ownScope({ kind: 'program', account: 'ada', entryId });
  for (const content of [bytes, Buffer.alloc(bytes.length, 'other')])
    await expect(send(inside, 'guess.bin', content)).rejects.toMatchObject({ code: 'quota-exceeded' });
});
