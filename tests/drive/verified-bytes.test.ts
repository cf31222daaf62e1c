import { expect, test } from 'vitest';
import { BlobStoreUnreachable, blockBytes } from '#server/blobs/blob-store.ts';
import type { Database } from '#server/database/open.ts';
import { ownScope } from '#server/drive/access/scope.ts';
import { openVerified } from '#server/integrity/verified-blob.ts';
import { verifyBlob } from '#server/integrity/verify-blob.ts';
import { openDrive } from './open-drive.ts';

const scope = ownScope({ kind: 'person', account: 'ada' });
const broken = new Error('The database is broken');

test.each([
  ['with its bytes in the database', 1000, 'selectFrom'],
  ['whose checksums are made again', blockBytes + 1, 'transaction'],
] as const)('an error of the database says nothing of a blob %s', async (_which, length, call) => {
  const { drive, db, stored } = await openDrive();
  const { uploads } = drive.ofScope;
  const upload = { name: 'a.bin', folderId: null, length, metadata: {} };
  await uploads.commitSingleRequest(scope, uploads.newId(), { upload, bytes: Buffer.alloc(length) });
  const blob = await db.selectFrom('blobs').selectAll().executeTakeFirstOrThrow();
  await db.deleteFrom('blob_sums').execute();
  const failing = failAt(db, call);
  await expect(verifyBlob({ db: failing, blobs: stored }, blob.id)).rejects.toBe(broken);
  if (call === 'selectFrom') await expect(openVerified(failing, stored, blob)).rejects.toBe(broken);
  await expect(verifyBlob({ db, blobs: stored }, blob.id)).resolves.toEqual({ state: 'intact' });
});

test('a store that is not there says nothing of a blob', async () => {
  const { drive, db, stored } = await openDrive();
  const { uploads } = drive.ofScope;
  const upload = { name: 'a.bin', folderId: null, length: 100_000, metadata: {} };
  await uploads.commitSingleRequest(scope, uploads.newId(), { upload, bytes: Buffer.alloc(100_000) });
  const { id } = await db.selectFrom('blobs').selectAll().executeTakeFirstOrThrow();
  await stored.remove(id);
  await expect(verifyBlob({ db, blobs: stored }, id)).rejects.toThrow(BlobStoreUnreachable);
  await stored.mark('an installation');
  await expect(verifyBlob({ db, blobs: stored }, id)).resolves.toMatchObject({ state: 'damaged' });
});

/** A database of which nothing but the rows of blobs can be read, or nothing be written. */
function failAt(db: Database, call: 'selectFrom' | 'transaction'): Database {
  return new Proxy(db, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      return (...args: unknown[]) => {
        if (name === call && args[0] !== 'blobs') throw broken;
        return member.apply(target, args);
      };
    },
  });
}
