import { describe, expect, test } from 'vitest';
import { maxWaitingUnpackings } from '#contract/limits.ts';
import { BlobOffsetConflict, type BlobStore } from '#server/blobs/blob-store.ts';
import { ownScope } from '#server/drive/access/scope.ts';
import { required } from '#server/errors/required.ts';
import { bytes } from '#tests/support/fixtures/bytes.ts';
import { type MadeMember, makeZip, manyMembers } from '#tests/support/fixtures/files/make-zip.ts';
import { openDrive } from './open-drive.ts';

const long = Buffer.from(bytes(12_000_000, 'long'));
const ada = ownScope({ kind: 'person', account: 'ada' });
const never = new AbortController().signal;

describe('an unpacking', () => {
  test.each([
    ['stored', true],
    ['deflated', false],
  ])(
    'of a large file, %s, goes on where a stopped server left it, and its checksum is of all bytes',
    async (_form, isStored) => {
      /** Where each append to the store began. */
      const begun: number[] = [];
      const stopping = new AbortController();
      const { unpack, unpackings, content, facts, db, begin, filesIn } = await open({
        append: (append, id, offset, pieces, length) => {
          begun.push(offset);
          return append(
            id,
            offset,
            after(pieces, 3_000_000, async () => stopping.abort()),
            length,
          );
        },
      });
      const { id, folderId } = await begin([
        { name: 'long.mp4', bytes: long, isStored },
        { name: 'long.mp4.json', bytes: Buffer.from('{"photoTakenTime":{"timestamp":"1559984642"}}') },
      ]);

      await unpack.run('ada', id, stopping.signal);
      await expect(unpackings.get(ada, id)).resolves.toMatchObject({ state: 'running', entries: { done: 0 } });
      expect(begun).toEqual([0]);

      await unpack.run('ada', id, never);
      await expect(unpackings.get(ada, id)).resolves.toMatchObject({ state: 'done', entries: { done: 2 } });
      expect(begun).toHaveLength(2);
      expect(begun[1]).toBeGreaterThanOrEqual(3_000_000);
      const file = required((await filesIn(folderId))[0], 'unpacked file');
      // What was told of it before the stop counts.
      expect((await facts(ada, file.id)).takenAt).toMatchObject({ local: '2019-06-08T09:04:02', from: 'sidecar' });
      expect(file.takenAt).toBe(Date.UTC(2019, 5, 8, 9, 4, 2));
      const opened = await content.open(ada, file.id, file.url.split('/')[3] ?? '');
      const read: Buffer[] = [];
      for await (const piece of opened.blob.bytes()) read.push(Buffer.from(piece));
      expect(Buffer.concat(read).equals(long)).toBe(true);
      await opened.blob.close();
      const { reserved_bytes: reserved } = await db.selectFrom('accounts').selectAll().executeTakeFirstOrThrow();
      expect(reserved).toBe(0);
    },
  );

  test('that another node goes on with is neither failed nor taken back by one that was frozen', async () => {
    let isFrozen = true;
    const { unpack, unpackings, begin, db, filesIn } = await open({
      append: async (append, id, offset, pieces, length) => {
        const end = await append(id, offset, pieces, length);
        // The other node has written more than this one knows.
        if (isFrozen) throw new BlobOffsetConflict('Another node changed it');
        return end;
      },
    });
    const { id, folderId } = await begin([{ name: 'long.bin', bytes: long }]);
    await unpack.run('ada', id, never);
    await expect(unpackings.get(ada, id)).resolves.toMatchObject({ state: 'running' });
    expect(await db.selectFrom('uploads').select('name').execute()).toEqual([{ name: 'long.bin' }]);
    isFrozen = false;
    await unpack.run('ada', id, never);
    await expect(unpackings.get(ada, id)).resolves.toMatchObject({ state: 'done' });
    expect((await filesIn(folderId)).map(({ size }) => size)).toEqual([long.length]);
  });

  test('that another node went on with is left to it, and its progress does not go back', async () => {
    const stopping = new AbortController();
    let goOn = async () => {};
    const { unpack, unpackings, begin, createNode, stored } = await open({
      append: async (append, id, offset, pieces, length) => {
        const end = await append(id, offset, pieces, length);
        // Frozen for longer than its lease lasts.
        await goOn();
        return end;
      },
    });
    const stoppedAt = (at: number): BlobStore => ({
      ...stored,
      append: (id, offset, pieces, length) =>
        stored.append(
          id,
          offset,
          after(pieces, at, async () => stopping.abort()),
          length,
        ),
    });
    const other = createNode(stoppedAt(1_000_000)).unpack;
    const { id } = await begin([
      { name: 'long.bin', bytes: long },
      ...manyMembers(70),
      { name: 'second.bin', bytes: long },
    ]);
    goOn = () => other.run('ada', id, stopping.signal);
    await unpack.run('ada', id, never);
    await expect(unpackings.get(ada, id)).resolves.toMatchObject({ state: 'running', entries: { done: 71 } });
    goOn = async () => {};
    await unpack.run('ada', id, never);
    await expect(unpackings.get(ada, id)).resolves.toMatchObject({ state: 'done', entries: { done: 72 } });
  });

  test('makes no version of a file that somebody put into its folder meanwhile, and no folder in its place', async () => {
    const { unpack, begin, put, filesIn, tree } = await open();
    const { id, folderId } = await begin([
      { name: 'small.txt', bytes: Buffer.from('theirs') },
      { name: 'long.bin', bytes: long },
      { name: 'inner/last.txt', bytes: Buffer.from('theirs') },
    ]);
    for (const name of ['small.txt', 'long.bin', 'inner']) await put(name, Buffer.from('mine'), folderId);
    await unpack.run('ada', id, never);
    const files = await filesIn(folderId);
    expect(files.map(({ name, version, size }) => [name, version, size])).toEqual([
      ['small.txt', 1, 4],
      ['long.bin', 1, 4],
      ['inner', 1, 4],
      ['small (2).txt', 1, 6],
      ['long (2).bin', 1, long.length],
    ]);
    const page = { limit: 10, sort: 'created', direction: 'asc' } as const;
    expect((await tree.children(ada, folderId, page)).folders.map(({ name }) => name)).toEqual(['inner (2)']);
  });

  test('whose folder is in Trash fails, and says why; its archive may be in Trash', async () => {
    const { unpack, unpackings, begin, treeEdit } = await open();
    const first = await begin(manyMembers(3));
    await treeEdit.trashEntry(ada, first.folderId);
    await unpack.run('ada', first.id, never);
    await expect(unpackings.get(ada, first.id)).resolves.toMatchObject({ state: 'failed', error: 'folder-not-found' });
    const second = await begin(manyMembers(3));
    await treeEdit.trashEntry(ada, second.fileId);
    await unpack.run('ada', second.id, never);
    await expect(unpackings.get(ada, second.id)).resolves.toMatchObject({ state: 'done' });
  });

  test('that is stopped ends where it is, and what it made is undone at once', async () => {
    let stop = async () => {};
    const { unpack, unpackings, begin, undo, db, tree } = await open({
      append: (append, id, offset, pieces, length) =>
        append(
          id,
          offset,
          after(pieces, 1_000_000, () => stop()),
          length,
        ),
    });
    const { id, folderId } = await begin([...manyMembers(70), { name: 'long.bin', bytes: long }, ...manyMembers(200)]);
    stop = async () => void (await unpackings.stop(ada, id));
    await unpack.run('ada', id, never);
    const stopped = await unpackings.get(ada, id);
    expect(stopped).toMatchObject({ state: 'stopped', entries: { done: 70, total: 271 } });
    await undo(ada, required(stopped.operationId, 'operation of an unpacking'));
    await expect(tree.folder(ada, folderId)).rejects.toMatchObject({ code: 'folder-not-found' });
    // A person may stop it again; a server that begins with it does nothing.
    await expect(unpackings.stop(ada, id)).resolves.toEqual(stopped);
    await unpack.run('ada', id, never);
    await expect(unpackings.get(ada, id)).resolves.toEqual(stopped);
    expect(await db.selectFrom('uploads').select('id').execute()).toEqual([]);
  });

  test('waits for others of the same account, of which there are only so many', async () => {
    const { unpack, unpackings, begin } = await open();
    const begun = await begin(manyMembers(3));
    for (let at = 1; at < maxWaitingUnpackings; at += 1) await unpackings.begin(ada, begun.fileId);
    await expect(unpackings.begin(ada, begun.fileId)).rejects.toMatchObject({ code: 'too-many-unpackings' });
    await expect(unpack.waiting()).resolves.toEqual([{ account: 'ada', id: begun.id }]);
    await unpack.run('ada', begun.id, never);
    await expect(unpackings.begin(ada, begun.fileId)).resolves.toMatchObject({ state: 'running' });
  });

  test('that ended the server again and again is given up', async () => {
    const { unpack, unpackings, begin, db } = await open();
    const { id } = await begin(manyMembers(3));
    await db.updateTable('unpackings').set({ tries: 5 }).execute();
    await unpack.run('ada', id, never);
    await expect(unpackings.get(ada, id)).resolves.toMatchObject({ state: 'failed', error: 'internal-error' });
  });
});

type Append = BlobStore['append'];
type Wrapped = { append: (append: Append, ...given: Parameters<Append>) => ReturnType<Append> };

async function open({ append: wrapped }: Partial<Wrapped> = {}) {
  const { drive, db, createNode, stored } = await openDrive({
    wrap: (blobs) =>
      wrapped === undefined ? blobs : { ...blobs, append: (...given) => wrapped(blobs.append, ...given) },
  });
  const { uploads, unpackings, tree } = drive.ofScope;
  return { ...drive, ...drive.ofScope, db, createNode, stored, put, begin, filesIn };

  async function put(name: string, body: Buffer, folderId: string | null): Promise<string> {
    const upload = { name, folderId, length: body.length, metadata: {} };
    return (await uploads.commitSingleRequest(ada, uploads.newId(), { upload, bytes: body })).fileId;
  }

  async function begin(members: MadeMember[]) {
    return await unpackings.begin(ada, await put('packed.zip', makeZip(members), null));
  }

  async function filesIn(folderId: string) {
    return (await tree.children(ada, folderId, { limit: 10, sort: 'created', direction: 'asc' })).files;
  }
}

/** The pieces, with something that is done once so many bytes have passed. */
async function* after(pieces: AsyncIterable<Buffer>, count: number, act: () => Promise<void>) {
  let passed = 0;
  for await (const piece of pieces) {
    yield piece;
    const isReached = passed < count && passed + piece.length >= count;
    passed += piece.length;
    if (isReached) await act();
  }
}
