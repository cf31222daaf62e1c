import { expect, test } from 'vitest';
import {
  type BlobStore,
  BlobStoreUnreachable,
  blockBytes,
  type OpenBlob,
  pieceBytes,
} from '#server/blobs/blob-store.ts';
import type { Database } from '#server/database/open.ts';
import { ownScope } from '#server/drive/access/scope.ts';
import { DamagedBlob } from '#server/integrity/damaged-blob-error.ts';
import { sha256In } from '#server/integrity/read-bytes.ts';
import { openVerified } from '#server/integrity/verified-blob.ts';
import { verifyBlob } from '#server/integrity/verify-blob.ts';
import { WorkerUnavailable } from '#server/workers/restarts.ts';
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

test('of a blob of one block that stays open all bytes are read once, and every range is compared', async () => {
  const { drive, db, stored } = await openDrive();
  const { uploads } = drive.ofScope;
  const length = 1_000_000;
  const upload = { name: 'a.bin', folderId: null, length, metadata: {} };
  await uploads.commitSingleRequest(scope, uploads.newId(), { upload, bytes: Buffer.alloc(length, 'a') });
  const blob = await db.selectFrom('blobs').selectAll().executeTakeFirstOrThrow();
  const { store, read } = watched(stored);
  const opened = await openVerified(db, store, blob);
  const range = async (start: number) => {
    let count = 0;
    for await (const piece of opened.bytes({ start, end: start + 9 })) count += piece.length;
    return count;
  };
  expect(await range(0)).toBe(10);
  const before = read();
  expect(await range(length - 10)).toBe(10);
  expect(await range(pieceBytes - 5)).toBe(10);
  expect(read() - before).toBeLessThanOrEqual(3 * pieceBytes);
  store.changed = true;
  await expect(range(300_000)).rejects.toThrow(DamagedBlob);
  await opened.close();
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

test.each([
  ['a database that does not say where they are', 'open', new Error('Connection terminated unexpectedly')],
  ['a thread that ended', 'hash', new WorkerUnavailable('The thread that hashes files has ended')],
] as const)('%s says nothing of the bytes of a blob', async (_who, call, error) => {
  const { drive, db, stored } = await openDrive();
  const { uploads } = drive.ofScope;
  const length = blockBytes + 1;
  const upload = { name: 'a.bin', folderId: null, length, metadata: {} };
  await uploads.commitSingleRequest(scope, uploads.newId(), { upload, bytes: Buffer.alloc(length) });
  const blob = await db.selectFrom('blobs').selectAll().executeTakeFirstOrThrow();
  await db.deleteFrom('blob_sums').execute();
  const failing = Object.assign(Object.create(stored) as BlobStore, { [call]: () => Promise.reject(error) });
  await expect(verifyBlob({ db, blobs: failing }, blob.id)).rejects.toBe(error);
  if (call === 'open') {
    await expect(openVerified(db, failing, blob)).rejects.toBe(error);
    // As a backup does.
    await expect(sha256In(failing, blob.id)).rejects.toBe(error);
  }
  await expect(verifyBlob({ db, blobs: stored }, blob.id)).resolves.toEqual({ state: 'intact' });
});

/** A store that counts the bytes it reads, and gives others once `changed`. */
function watched(stored: BlobStore) {
  let bytes = 0;
  const store = Object.assign(Object.create(stored) as BlobStore, {
    changed: false,
    async open(id: string): Promise<OpenBlob> {
      const blob = await stored.open(id);
      return {
        ...blob,
        async read(position, into) {
          const count = await blob.read(position, into);
          bytes += count;
          return store.changed ? into.fill('b').length : count;
        },
      };
    },
  });
  return { store, read: () => bytes };
}

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
