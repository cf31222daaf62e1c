import { expect, test, vi } from 'vitest';
import { BlobStoreFull } from '#server/blobs/blob-store.ts';
import { createLocalLeases } from '#server/cluster/leases.ts';
import { ownScope } from '#server/drive/access/scope.ts';
import { createTransactions } from '#server/drive/changes/transactions.ts';
import { createDamage } from '#server/integrity/damage-records.ts';
import { createThumbnailJob } from '#server/jobs/thumbnails.ts';
import { openDrive } from './open-drive.ts';

const ada = ownScope({ kind: 'person', account: 'ada' });
const picture = { thumbnail: Buffer.from('small'), screen: null, width: 1, height: 1, blur: 'data:' };

test('while the disk is full no picture is given up: all are made once there is room', async () => {
  const { db, put, openJob } = await open();
  await put('one.jpg');
  await put('two.jpg');
  let isFull = true;
  let asked = 0;
  const job = openJob({
    put: async (store, id, bytes) => {
      asked += 1;
      if (isFull) throw new BlobStoreFull('The disk is full');
      await store(id, bytes);
    },
  });
  job.wake();
  await vi.waitFor(() => expect(job.problems).toEqual(['Could not make thumbnails']));
  expect(asked).toBe(1);
  const rows = () => db.selectFrom('facts').select(['state', 'tries']).execute();
  expect(await rows()).toEqual(Array.from({ length: 2 }, () => ({ state: 'waiting', tries: 0 })));
  isFull = false;
  job.wake();
  const previews = () => db.selectFrom('previews').select('state').execute();
  await vi.waitFor(async () => expect((await previews()).map(({ state }) => state)).toEqual(['made', 'made']));
  await job.close();
});

test('bytes that were first stored as something else are read as what they are called later', async () => {
  const { db, put, openJob } = await open();
  await put('IMG_1234', 'the same');
  await put('a.jpg', 'the same');
  const job = openJob({});
  job.wake();
  const previews = () => db.selectFrom('previews').select('state').execute();
  await vi.waitFor(async () => expect(await previews()).toEqual([{ state: 'made' }]));
  expect(job.read).toEqual([expect.objectContaining({ contentType: 'image/jpeg', name: 'a.jpg' })]);
  await job.close();
});

type Put = (id: string, bytes: Buffer) => Promise<void>;
type Wrapped = { put?: (put: Put, ...given: Parameters<Put>) => ReturnType<Put> };

async function open() {
  const { drive, db, thumbnails, stored: blobs } = await openDrive();
  const { uploads } = drive.ofScope;
  const transactions = createTransactions({ db, now: Date.now, onCommit: () => {} });
  const damage = createDamage({ db, blobs, mayRemoveBytes: async () => true, now: Date.now, report: () => {} });
  return { db, put, openJob };

  async function put(name: string, content = name) {
    const bytes = Buffer.from(content);
    const upload = { name, folderId: null, length: bytes.length, metadata: {} };
    await uploads.commitSingleRequest(ada, uploads.newId(), { upload, bytes });
  }

  function openJob({ put: wrapped = (store, ...given) => store(...given) }: Wrapped) {
    const problems: string[] = [];
    const read: unknown[] = [];
    const job = createThumbnailJob({
      db,
      blobs,
      thumbnails: { ...thumbnails, put: (...given) => wrapped(thumbnails.put, ...given) },
      transactions,
      damage,
      leases: createLocalLeases(),
      readFile: async (file) => (read.push(file), { picture, facts: undefined }),
      report: (problem) => problems.push(problem),
    });
    return { ...job, problems, read };
  }
}
