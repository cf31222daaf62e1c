import { expect, test } from 'vitest';
import { ownScope } from '#server/drive/access/scope.ts';
import { required } from '#server/errors/required.ts';
import { bytes } from '#tests/support/fixtures/bytes.ts';
import { makeZip } from '#tests/support/fixtures/make-zip.ts';
import { openDrive } from './open-drive.ts';

const long = Buffer.from(bytes(12_000_000, 'long'));

test.each([
  ['stored', true],
  ['deflated', false],
])(
  'a large file of a zip, %s, goes on where a stopped server left it, and its checksum is of all bytes',
  async (_form, isStored) => {
    /** Where each append to the store began. */
    const begun: number[] = [];
    const stopping = new AbortController();
    const { drive, db } = await openDrive({
      wrap: (blobs) => ({
        ...blobs,
        append(id, offset, pieces, length) {
          begun.push(offset);
          return blobs.append(id, offset, stopAfter(pieces, 3_000_000), length);
        },
      }),
    });
    const ada = ownScope({ kind: 'person', account: 'ada' });
    const { uploads, unpackings, content, tree } = drive.ofScope;
    const packed = makeZip([{ name: 'long.bin', bytes: long, isStored }]);
    const upload = { name: 'long.zip', folderId: null, length: packed.length, metadata: {} };
    const { fileId } = await uploads.commitSingleRequest(ada, uploads.newId(), { upload, bytes: packed });
    const { id, folderId } = await unpackings.begin(ada, fileId);

    await drive.unpack.run('ada', id, stopping.signal);
    await expect(unpackings.get(ada, id)).resolves.toMatchObject({ state: 'running', entries: { done: 0 } });
    expect(begun).toEqual([0]);

    await drive.unpack.run('ada', id, new AbortController().signal);
    await expect(unpackings.get(ada, id)).resolves.toMatchObject({ state: 'done', entries: { done: 1 } });
    expect(begun).toHaveLength(2);
    expect(begun[1]).toBeGreaterThanOrEqual(3_000_000);
    const { files } = await tree.children(ada, folderId, { limit: 10, sort: 'created', direction: 'asc' });
    const file = required(files[0], 'unpacked file');
    const opened = await content.open(ada, file.id, file.url.split('/')[3] ?? '');
    const read: Buffer[] = [];
    for await (const piece of opened.blob.bytes()) read.push(Buffer.from(piece));
    expect(Buffer.concat(read).equals(long)).toBe(true);
    await opened.blob.close();
    const { reserved_bytes: reserved } = await db.selectFrom('accounts').selectAll().executeTakeFirstOrThrow();
    expect(reserved).toBe(0);

    async function* stopAfter(pieces: AsyncIterable<Buffer>, count: number) {
      let passed = 0;
      for await (const piece of pieces) {
        yield piece;
        passed += piece.length;
        if (passed >= count) stopping.abort();
      }
    }
  },
);
