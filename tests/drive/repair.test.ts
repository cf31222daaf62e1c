import { expect, test } from 'vitest';
import { ownScope } from '#server/drive/access/scope.ts';
import { repairFromDuplicate } from '#server/jobs/repair-from-duplicate.ts';
import { openDrive } from './open-drive.ts';

const scope = ownScope({ kind: 'person', account: 'ada' });
const bytes = Buffer.from('a picture');
const takenAt = Date.UTC(2001, 1, 2);
const told = { takenAt, description: 'At the sea', place: { latitude: 54, longitude: 10 } };

test('a file that is repaired from another one keeps what was told of it', async () => {
  const { drive, db } = await openDrive();
  const { uploads, facts } = drive.ofScope;
  const store = async (name: string, more = {}) => {
    const upload = { name, folderId: null, length: bytes.length, metadata: {}, ...more };
    return (await uploads.commitSingleRequest(scope, uploads.newId(), { upload, bytes })).fileId;
  };
  const file = await store('told.jpg', { told });
  const { id } = await db.selectFrom('blobs').select('id').executeTakeFirstOrThrow();
  const before = await facts(scope, file);
  await db.updateTable('blobs').set({ damaged_at: 1 }).execute();
  const other = await store('other.jpg');

  await repairFromDuplicate({ db, transactions: drive.transactions }, id);
  expect((await db.selectFrom('blobs').selectAll().execute()).map((blob) => blob.id)).not.toContain(id);
  for (const one of [file, other]) expect(await facts(scope, one)).toEqual(before);
  expect(await db.selectFrom('entries').select('taken_at').distinct().execute()).toEqual([{ taken_at: takenAt }]);
});
