import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { blockBytes } from '#server/blobs/blob-store.ts';
import { ownScope } from '#server/drive/access/scope.ts';
import { openDrive } from '../open-drive.ts';

test('the last bytes of an upload read its row once, and sync its blob once', async () => {
  let counted: string[] = [];
  const { drive } = await openDrive({
    onStatement: (kind) => counted.push(kind),
    wrap: (blobs) => ({
      ...blobs,
      append: (...args) => (counted.push('append'), blobs.append(...args)),
      durableSize: (...args) => (counted.push('durableSize'), blobs.durableSize(...args)),
      truncate: (...args) => (counted.push('truncate'), blobs.truncate(...args)),
    }),
  });
  const { uploads } = drive.ofScope;
  const scope = ownScope({ kind: 'person', account: 'ada' });
  const id = uploads.newId();
  await uploads.begin(scope, id, { name: 'last.bin', folderId: null, length: 6, metadata: {} });
  await uploads.append(scope, id, 0, Readable.from([Buffer.from('abc')]));

  counted = [];
  const { stored } = await uploads.append(scope, id, 3, Readable.from([Buffer.from('def')]));
  expect(stored).toMatchObject({ fileId: expect.any(String), operationId: expect.any(String) });
  const count = (what: string) => counted.filter((one) => one === what).length;
  // The row of the upload, what has the name already, and blobs of the same content, before the transaction and in it.
  expect(count('select')).toBe(4);
  expect([count('append'), count('durableSize'), count('truncate')]).toEqual([1, 0, 0]);
});

test('the sums of an upload are read once, before its account is held', async () => {
  let done: string[] = [];
  const { drive } = await openDrive({
    onStatement: (kind) => done.push(kind),
    wrap: (blobs) => ({
      ...blobs,
      async hash(...args) {
        const sums = await blobs.hash(...args);
        return {
          ...sums,
          parts() {
            done.push('sums');
            return sums.parts();
          },
        };
      },
    }),
  });
  const { uploads } = drive.ofScope;
  const scope = ownScope({ kind: 'person', account: 'ada' });
  const id = uploads.newId();
  const length = blockBytes + 1;
  await uploads.begin(scope, id, { name: 'large.bin', folderId: null, length, metadata: {} });

  done = [];
  await uploads.append(scope, id, 0, Readable.from([Buffer.alloc(length)]));
  expect(done.filter((one) => one === 'sums')).toHaveLength(1);
  expect(done.indexOf('sums')).toBeLessThan(done.indexOf('insert'));
});
