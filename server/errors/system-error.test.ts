import { expect, test } from 'vitest';
import { BlobStoreFull, BlobStoreUnwritable } from '#server/blobs/blob-store.ts';
import { shortageSentence } from './system-error.ts';

const systemError = (code: string) => Object.assign(new Error(`${code}: it failed, open 'x'`), { code });

test('a full disk and too many open files have sentences that say what to do, also as the cause of another error', () => {
  const files = new BlobStoreUnwritable('The disk does not write', { isReadOnly: false, cause: systemError('EMFILE') });
  expect(shortageSentence(files)).toMatch(/^Too many files are open: raise the limit/);
  expect(shortageSentence(new BlobStoreFull('The disk is full', { cause: systemError('ENOSPC') }))).toMatch(
    /free some space/,
  );
  expect(shortageSentence(systemError('EIO'))).toBeUndefined();
});
