import { expect, test } from 'vitest';
import type { BlobStore } from '#server/blobs/blob-store.ts';
import { ownScope } from '#server/drive/access/scope.ts';
import { openDrive } from './open-drive.ts';

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
