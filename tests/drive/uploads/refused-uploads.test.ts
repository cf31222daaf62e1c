import { expect, test } from 'vitest';
import type { BlobStore } from '#server/blobs/blob-store.ts';
import { ownScope } from '#server/drive/access/scope.ts';
import { openDrive } from '../open-drive.ts';

const person = { kind: 'person', account: 'ada' } as const;
const bytes = Buffer.alloc(20_000, 'x');
const upload = { name: 'x.bin', folderId: null, length: bytes.length, metadata: {} };

test('of bytes that may not be stored none stay: of a sender who may only read, and when there are files enough', async () => {
  const stored = new Set<string>();
  const wrap = (blobs: BlobStore): BlobStore => ({
    ...blobs,
    put: async (id, content) => (stored.add(id), await blobs.put(id, content)),
    remove: async (id) => (stored.delete(id), await blobs.remove(id)),
  });
  const { drive, db } = await openDrive({ wrap });
  const { uploads } = drive.ofScope;
  const send = (scope: Parameters<typeof uploads.begin>[0], name: string) =>
    uploads.commitSingleRequest(scope, uploads.newId(), { upload: { ...upload, name }, bytes });

  const reader = ownScope({ kind: 'program', account: 'ada', access: 'read' });
  await expect(send(reader, 'read.bin')).rejects.toMatchObject({ code: 'not-allowed' });
  expect([...stored]).toEqual([]);

  const owner = ownScope(person);
  await send(owner, 'one.bin');
  const [one] = stored;
  await db.updateTable('accounts').set({ quota_entries: 1 }).where('user_id', '=', 'ada').execute();
  await expect(send(owner, 'two.bin')).rejects.toMatchObject({ code: 'too-many-entries' });
  expect([...stored]).toEqual([one]);
});
