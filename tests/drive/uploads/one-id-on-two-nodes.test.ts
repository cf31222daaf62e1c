import { Readable } from 'node:stream';
import { beforeAll, describe, expect, test } from 'vitest';
import { BlobNotFound } from '#server/blobs/blob-store.ts';
import { ownScope } from '#server/drive/access/scope.ts';
import { openDrive } from '../open-drive.ts';

/** A client that gave up on one node sends to another one what the first is still storing. */
describe('one id on two nodes', () => {
  const scope = ownScope({ kind: 'person', account: 'ada' });
  let installation: Awaited<ReturnType<typeof openDrive>>;

  beforeAll(async () => void (installation = await openDrive()));

  test('of what came in one request, what is committed is what was sent, and nothing else is left', async () => {
    const { drive, stored, createNode } = installation;
    const isStored = Promise.withResolvers<void>();
    const goesOn = Promise.withResolvers<void>();
    const first = createNode({
      ...stored,
      async put(...args) {
        await stored.put(...args);
        isStored.resolve();
        await goesOn.promise;
      },
    });
    const id = drive.ofScope.uploads.newId();
    const send = (node: typeof drive, byte: number) =>
      node.ofScope.uploads.commitSingleRequest(scope, id, {
        upload: { name: 'one.bin', folderId: null, length: 20_000, metadata: {} },
        bytes: Buffer.alloc(20_000, byte),
      });
    const slow = send(first, 1);
    await isStored.promise;
    const { fileId } = await send(drive, 2);
    goesOn.resolve();
    await expect(slow).rejects.toMatchObject({ code: 'upload-offset-conflict' });
    expect(await contentOf(fileId)).toEqual(Buffer.alloc(20_000, 2));
    expect(await countBlobs()).toBe(1);
  });

  test.each(['fails', 'is frozen'])(
    'an upload that cannot begin, because its node %s, takes nothing away',
    async (how) => {
      const { drive, stored, createNode } = installation;
      const before = await countBlobs();
      const isMade = Promise.withResolvers<void>();
      const goesOn = Promise.withResolvers<void>();
      const slow = createNode({
        ...stored,
        async create(id) {
          if (how === 'is frozen') await stored.create(id);
          isMade.resolve();
          await goesOn.promise;
          if (how === 'fails') throw new Error('out of order');
        },
      });
      const id = drive.ofScope.uploads.newId();
      const upload = { name: `${how}.bin`, folderId: null, length: 3, metadata: {} };
      const begun = slow.ofScope.uploads.begin(scope, id, upload);
      await isMade.promise;
      await drive.ofScope.uploads.begin(scope, id, upload);
      const { stored: file } = await drive.ofScope.uploads.append(
        scope,
        id,
        0,
        Readable.from([Buffer.from(how.slice(0, 3))]),
      );
      goesOn.resolve();
      await expect(begun).rejects.toThrow(how === 'fails' ? 'out of order' : 'continues at a different offset');
      expect(await contentOf(file?.fileId ?? '')).toEqual(Buffer.from(how.slice(0, 3)));
      expect(await countBlobs()).toBe(before + 1);
    },
  );

  test('what ends with one node is not the later upload of the same id', async () => {
    const { drive, stored, createNode, db } = installation;
    const isRead = Promise.withResolvers<void>();
    const goesOn = Promise.withResolvers<void>();
    const slow = createNode({
      ...stored,
      async append() {
        isRead.resolve();
        await goesOn.promise;
        throw new BlobNotFound('lost');
      },
    });
    const id = drive.ofScope.uploads.newId();
    const upload = { name: 'again.bin', folderId: null, length: 3, metadata: {} };
    const { uploads } = drive.ofScope;
    await uploads.begin(scope, id, upload);
    const late = slow.ofScope.uploads.append(scope, id, 0, Readable.from([Buffer.from('old')]));
    await isRead.promise;
    await uploads.discard(scope, id);
    await uploads.begin(scope, id, upload);
    await uploads.append(scope, id, 0, Readable.from([Buffer.from('ne')]));
    goesOn.resolve();
    await expect(late).rejects.toMatchObject({ code: 'upload-not-found' });
    expect(await uploads.status(scope, id)).toMatchObject({ offset: 2 });
    const { reserved_bytes } = await db.selectFrom('accounts').select('reserved_bytes').executeTakeFirstOrThrow();
    expect(reserved_bytes).toBe(3);
  });

  test('an upload that another node finishes while its sums are read is answered with the file', async () => {
    const { drive, stored, createNode } = installation;
    const isHashed = Promise.withResolvers<void>();
    const goesOn = Promise.withResolvers<void>();
    const slow = createNode({
      ...stored,
      async hash(...args) {
        const sums = await stored.hash(...args);
        return {
          ...sums,
          async *parts() {
            isHashed.resolve();
            await goesOn.promise;
            // As in S3, where the other node has removed them.
            yield Promise.reject(new BlobNotFound('The sums are missing'));
          },
        };
      },
    });
    const id = drive.ofScope.uploads.newId();
    await drive.ofScope.uploads.begin(scope, id, { name: 'sums.bin', folderId: null, length: 3, metadata: {} });
    const late = slow.ofScope.uploads.append(scope, id, 0, Readable.from([Buffer.from('sum')]));
    await isHashed.promise;
    const { stored: file } = await drive.ofScope.uploads.status(scope, id);
    goesOn.resolve();
    expect(await late).toEqual({ offset: 3, expiresAt: undefined, stored: file });
    expect(await contentOf(file?.fileId ?? '')).toEqual(Buffer.from('sum'));
  });

  test('an upload whose last bytes are not confirmed yet is not finished by another node, and never if they are refused', async () => {
    const { drive, stored, createNode } = installation;
    const { uploads } = drive.ofScope;
    const id = uploads.newId();
    await uploads.begin(scope, id, { name: 'refused.bin', folderId: null, length: 3, metadata: {} });
    const isAsked = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<void>();
    const sending = createNode(stored).ofScope.uploads.append(scope, id, 0, Readable.from([Buffer.from('sum')]), {
      confirm: () => (isAsked.resolve(), answer.promise),
    });
    await isAsked.promise;
    expect(await uploads.status(scope, id)).toMatchObject({ offset: 0, stored: undefined });
    answer.reject(new Error('The session has ended'));
    await expect(sending).rejects.toThrow('The session has ended');
    expect(await uploads.status(scope, id)).toMatchObject({ offset: 0, stored: undefined });
  });

  async function contentOf(fileId: string): Promise<Buffer> {
    const { content, versions } = installation.drive.ofScope;
    const [version] = (await versions.list(scope, fileId, { limit: 1 })).versions;
    const { blob } = await content.open(scope, fileId, version?.id ?? '');
    const read: Buffer[] = [];
    for await (const piece of blob.bytes()) read.push(Buffer.from(piece));
    await blob.close();
    return Buffer.concat(read);
  }

  async function countBlobs(): Promise<number> {
    let count = 0;
    for await (const _ of installation.stored.list()) count += 1;
    return count;
  }
});
