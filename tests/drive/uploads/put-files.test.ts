import { expect, test } from 'vitest';
import { ownScope } from '#server/drive/access/scope.ts';
import { createPutFiles } from '#server/drive/placing/put-files.ts';
import { openDrive } from '../open-drive.ts';

const ada = ownScope({ kind: 'person', account: 'ada' });
const content = Buffer.alloc(300_000, 'x');

test('a name that is taken while the bytes of a large file come is numbered', async () => {
  const { drive, db } = await openDrive();
  const { uploads, treeEdit } = drive.ofScope;
  const folder = await treeEdit.createFolder(ada, { name: 'Unpacked', parentId: null });
  const upload = { name: 'film.mov', folderId: folder.id, length: 3, metadata: {} };
  let isTaken = false;
  const file = {
    ...upload,
    length: content.length,
    id: uploads.newId(),
    read: async () => content,
    async *bytes() {
      yield content.subarray(0, 100_000);
      if (!isTaken) await uploads.commitSingleRequest(ada, uploads.newId(), { upload, bytes: Buffer.from('own') });
      isTaken = true;
      yield content.subarray(100_000);
    },
  };
  await createPutFiles({ db, uploads }).putLarge(ada, file, { onBytes: async () => {}, isToResume: () => false });
  const rows = await db
    .selectFrom('entries')
    .innerJoin('versions', 'versions.id', 'entries.current_version')
    .select(['name', 'size'])
    .where('parent_id', '=', folder.id)
    .orderBy('size')
    .execute();
  expect(rows).toEqual([
    { name: 'film.mov', size: 3 },
    { name: expect.stringMatching(/^film.*\d.*\.mov$/), size: content.length },
  ]);
});
