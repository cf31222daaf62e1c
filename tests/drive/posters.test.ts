import { expect, test } from 'vitest';
import { createLocalLeases } from '#server/cluster/leases.ts';
import { ownScope } from '#server/drive/access/scope.ts';
import { createTransactions } from '#server/drive/changes/transactions.ts';
import { createPutPoster } from '#server/drive/files/posters.ts';
import { openDrive } from './open-drive.ts';

const ada = ownScope({ kind: 'person', account: 'ada' });
const pictureOf = (thumbnail: string) => ({
  thumbnail: Buffer.from(thumbnail),
  screen: Buffer.from('large'),
  width: 2,
  height: 1,
  blur: 'data:',
});

const one = createLocalLeases();

test.each([
  ['one node', [one, one] as const],
  ['two nodes, of which one was taken for dead', [createLocalLeases(), createLocalLeases()] as const],
])('of two posters that reach a film at once, on %s, one is stored and stays', async (_, [ofFirst, ofSecond]) => {
  const { db, thumbnails, poster, putWith } = await open();
  const [arrived, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let second: Promise<void> | undefined;
  const first = putWith(ofFirst, 'first', async () => {
    // Both have seen by now that the film wants one.
    second ??= putWith(ofSecond, 'other', async () => {
      arrived.resolve();
      await first;
    });
    second.then(answered.resolve, answered.resolve);
    await Promise.race([arrived.promise, answered.promise]);
  });
  await first;
  await expect(second).rejects.toMatchObject({ code: 'picture-not-wanted' });

  const row = await db.selectFrom('previews').select(['state', 'thumbnail_bytes']).executeTakeFirstOrThrow();
  expect(row).toEqual({ state: 'made', thumbnail_bytes: 'first'.length });
  const stored = await thumbnails.open(poster.blobId);
  const bytes = Buffer.alloc(stored.size);
  await stored.read(0, bytes);
  await stored.close();
  expect(bytes.toString()).toBe('firstlarge');
});

test('what an interrupted poster left makes place for the next one', async () => {
  const { db, thumbnails, poster, putWith } = await open();
  await thumbnails.put(poster.blobId, Buffer.from('left'));
  await putWith(one, 'first', async () => {});
  expect(await db.selectFrom('previews').select('state').execute()).toEqual([{ state: 'made' }]);
  const stored = await thumbnails.open(poster.blobId);
  await stored.close();
  expect(stored.size).toBe('firstlarge'.length);
});

/** A film that was looked into where nothing decodes films. */
async function open() {
  const { drive, db, thumbnails } = await openDrive();
  const { uploads } = drive.ofScope;
  const upload = { name: 'film.mp4', folderId: null, length: 4, metadata: {} };
  await uploads.commitSingleRequest(ada, uploads.newId(), { upload, bytes: Buffer.from('film') });
  await db.updateTable('facts').set({ state: 'read', lacks_decoder: 1, width: 2, height: 1 }).execute();
  const version = await db.selectFrom('versions').selectAll().executeTakeFirstOrThrow();
  const poster = { fileId: version.entry_id, versionId: version.id, blobId: version.blob_id ?? '' };
  const transactions = createTransactions({ db, now: Date.now, onCommit: () => {} });
  return { db, thumbnails, poster, putWith };

  /** Puts a poster; `storing` is waited for before it is stored. */
  async function putWith(
    leases: ReturnType<typeof createLocalLeases>,
    thumbnail: string,
    storing: () => Promise<void>,
  ): Promise<void> {
    let waited: Promise<void> | undefined;
    const later =
      <Args extends unknown[]>(work: (...args: Args) => Promise<void>) =>
      async (...args: Args) => {
        await (waited ??= storing());
        await work(...args);
      };
    const put = createPutPoster({
      db,
      thumbnails: { ...thumbnails, remove: later(thumbnails.remove), put: later(thumbnails.put) },
      transactions,
      leases,
      drawSent: async () => pictureOf(thumbnail),
    });
    await put(ada, poster, Buffer.from('frame'));
  }
}
