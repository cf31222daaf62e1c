import { v7 as uuidv7 } from 'uuid';
import { BlobNotFound, type BlobStore } from '#server/blobs/blob-store.ts';
import type { Database } from '#server/database/open.ts';
import type { UploadRow } from '#server/database/tables.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import { refuse } from '#server/errors/storage-trouble.ts';
import type { Scope } from '../access/scope.ts';
import type { Transactions } from '../changes/transactions.ts';
import type { Transfers } from '../changes/transfers.ts';
import { ancestorsOfFolder } from '../tree/ancestors.ts';
import { type BeginQueue, beginUpload, type NewUpload } from './begin-upload.ts';
import type { CommitQueue } from './commit-queue.ts';
import { StaleUpload } from './insert-committed.ts';
import { createKeyedMutex } from './keyed-mutex.ts';
import { commitSingleRequest, type SingleRequestUpload } from './single-request-upload.ts';
import { atMost, type Checksum, checked } from './upload-checksum.ts';
import { createUploadRows, readMetadata, type UploadStatus } from './upload-rows.ts';

/** What a client says of the bytes it sends, and how they are to be taken. */
export type Proof = {
  /** SHA-256 of the whole file, hexadecimal. */
  sha256?: string;
  /** Of the bytes of this one request. */
  checksum?: Checksum;
  /** Bytes that this request says it has. */
  bodyLength?: number | undefined;
  /** Asked when the last byte is stored; throws when the principal may not make the file any more. */
  confirm?: () => Promise<unknown>;
  /** Whether the length of the file is not known yet, so that the upload is not complete with these bytes. */
  isOpenEnded?: boolean;
};

/** How far an upload is after an append; `fileId` once it is complete. */
export type Appended = { offset: number; expiresAt: number | undefined; fileId: string | undefined };

type Deps = {
  db: Database;
  blobs: BlobStore;
  transactions: Transactions;
  transfers: Transfers;
  queue: CommitQueue;
  beginQueue: BeginQueue;
  now: () => number;
};

/** Refusals that no later attempt can heal. */
const endings: readonly string[] = ['digest-mismatch', 'generation-mismatch'];

export type Uploads = ReturnType<typeof createUploads>;

/** The way of bytes into the tree: begin, append, finish. The id of an upload is the id of its blob. */
export function createUploads({ db, blobs, transactions, transfers, queue, beginQueue, now }: Deps) {
  const rows = createUploadRows({ db, now });
  /** Bytes that come, and who looks whether they are complete, never meet. */
  const mutex = createKeyedMutex();

  return {
    newId: (): string => uuidv7(),

    /** Whether bytes are coming right now; the janitor leaves such uploads alone. */
    isBusy: (id: string): boolean => mutex.isBusy(id),

    begin: (scope: Scope, id: string, upload: NewUpload) =>
      mutex.run(id, () => beginUpload({ db, blobs, queue: beginQueue, now }, scope, id, upload)),

    /** Keeps a file whose bytes all came in one request; see `commitSingleRequest`. */
    commitSingleRequest: (scope: Scope, id: string, whole: SingleRequestUpload): Promise<string> =>
      mutex.run(id, () => commitSingleRequest({ db, blobs, queue, now }, scope, id, whole)),

    /**
     * Stores more bytes at the offset, which then survive a power cut, and with the last byte makes the file. Of a request
     * that brings more bytes than are missing nothing is kept. Throws upload-not-found, upload-expired, folder-not-found,
     * upload-offset-conflict, upload-too-long, checksum-mismatch, digest-mismatch, and what committing throws.
     */
    append: (scope: Scope, id: string, offset: number, bytes: AsyncIterable<Buffer>, proof: Proof = {}) =>
      mutex.run(id, async (): Promise<Appended> => {
        const found = await rows.find(scope, id);
        if (found === undefined) return afterEnd(await rows.finished(scope, id), offset, proof);
        if (found.expires_at <= now()) throw new KeepsakeError('upload-expired');
        await ancestorsOfFolder(db, scope, found.parent_id);
        await forgetUnchecked(scope, found);
        await checkFits(scope, found, offset, proof);
        const row = await declare(scope, found, proof.sha256);
        tellMoved(scope, row, offset);
        const end = await appendBytes(scope, row, offset, bytes, proof);
        tellMoved(scope, row, end);
        if (end < row.length || proof.isOpenEnded) {
          return { offset: end, expiresAt: await keepAlive(scope, id), fileId: undefined };
        }
        await proof.confirm?.();
        return { offset: end, expiresAt: undefined, fileId: await commit(scope, row) };
      }),

    /**
     * How far an upload is. One whose bytes are all here is finished first: a client that sees its length as offset
     * takes it as done.
     */
    status: (scope: Scope, id: string) =>
      mutex.run(id, async (): Promise<UploadStatus> => {
        const row = await rows.find(scope, id);
        if (row === undefined) return await rows.finished(scope, id);
        if (row.expires_at <= now()) throw new KeepsakeError('upload-expired');
        await ancestorsOfFolder(db, scope, row.parent_id);
        await forgetUnchecked(scope, row);
        const offset = await durableSize(scope, row);
        const fileId = offset === row.length ? await commit(scope, row) : undefined;
        return { length: row.length, offset, metadata: readMetadata(row), expiresAt: row.expires_at, fileId };
      }),

    /** Makes the file of an upload whose bytes are all here and returns its id. Safe to repeat. */
    finish: (scope: Scope, id: string) =>
      mutex.run(id, async (): Promise<string> => {
        const row = await rows.find(scope, id);
        if (row === undefined) return (await rows.finished(scope, id)).fileId;
        await forgetUnchecked(scope, row);
        if ((await durableSize(scope, row)) !== row.length) throw new KeepsakeError('upload-offset-conflict');
        return await commit(scope, row);
      }),

    /** Forgets an unfinished upload and gives its room back. */
    async discard(scope: Scope, id: string): Promise<void> {
      const row = await rows.find(scope, id);
      if (row === undefined) throw new KeepsakeError('upload-not-found');
      await drop(scope, row);
    },
  };

  function tellMoved(scope: Scope, { id, parent_id: folderId, name, length: size }: UploadRow, received: number) {
    transfers.moved(scope, { id, folderId, name, size, received });
  }

  /** A finished upload takes no more bytes; the protocol lets a client send none at its end. */
  function afterEnd({ length, fileId }: { length: number; fileId: string }, offset: number, { bodyLength = 0 }: Proof) {
    if (offset !== length) throw new KeepsakeError('upload-offset-conflict');
    if (bodyLength > 0) throw new KeepsakeError('upload-too-long');
    return { offset: length, expiresAt: undefined, fileId };
  }

  /** Whether the bytes that a request announces fit behind the offset, which counts only when it is right. */
  async function checkFits(scope: Scope, row: UploadRow, offset: number, { bodyLength = 0, isOpenEnded }: Proof) {
    if (isOpenEnded || offset + bodyLength <= row.length) return;
    if ((await durableSize(scope, row)) !== offset) throw new KeepsakeError('upload-offset-conflict');
    throw new KeepsakeError('upload-too-long');
  }

  /** Bytes with a checksum are noted first as not checked yet, so that a crash leaves none of them. */
  async function appendBytes(
    scope: Scope,
    row: UploadRow,
    offset: number,
    bytes: AsyncIterable<Buffer>,
    { checksum, isOpenEnded }: Proof,
  ): Promise<number> {
    const fitting = isOpenEnded ? bytes : atMost(bytes, row.length - offset);
    if (checksum === undefined) return await appendWhole(scope, row, offset, fitting);
    if ((await durableSize(scope, row)) !== offset) throw new KeepsakeError('upload-offset-conflict');
    await rows.set(scope, row.id, { unchecked_from: offset });
    try {
      const end = await appendWhole(scope, row, offset, checked(fitting, checksum));
      await rows.set(scope, row.id, { unchecked_from: null });
      return end;
    } catch (error) {
      await forgetUnchecked(scope, { ...row, unchecked_from: offset });
      throw error;
    }
  }

  async function appendWhole(scope: Scope, row: UploadRow, offset: number, bytes: AsyncIterable<Buffer>) {
    try {
      return await blobs.append(row.id, offset, bytes, row.length);
    } catch (error) {
      if (error instanceof BlobNotFound) return await giveUp(scope, row, error);
      if (error instanceof KeepsakeError && error.code === 'upload-too-long')
        await blobs.truncate(row.id, offset).catch(refuse);
      return refuse(error);
    }
  }

  async function forgetUnchecked(scope: Scope, { id, unchecked_from }: UploadRow): Promise<void> {
    if (unchecked_from === null) return;
    await blobs.truncate(id, unchecked_from).catch(refuse);
    await rows.set(scope, id, { unchecked_from: null });
  }

  /** Notes durably what the whole file hashes to, so that whoever finishes the upload compares. Returns the row as it is then. */
  async function declare(scope: Scope, row: UploadRow, sha256: string | undefined): Promise<UploadRow> {
    if (sha256 === undefined || sha256 === row.sha256) return row;
    if (row.sha256 === null) {
      await rows.set(scope, row.id, { sha256 });
      return { ...row, sha256 };
    }
    await drop(scope, row);
    throw new KeepsakeError('digest-mismatch');
  }

  /** Puts the expiry off and returns it. Throws upload-not-found when the upload was given up meanwhile. */
  async function keepAlive(scope: Scope, id: string): Promise<number | undefined> {
    const row = await rows.find(scope, id);
    // Another node may also have finished it.
    if (row === undefined) return (await rows.finished(scope, id)).expiresAt;
    const values = rows.alive(row);
    if (Object.keys(values).length > 0) await rows.set(scope, id, values);
    return values.expires_at ?? row.expires_at;
  }

  /** Makes the file of an upload whose bytes are all durable, and returns its id. */
  async function commit(scope: Scope, row: UploadRow): Promise<string> {
    const hashes = await blobs.hash(row.id, row.length).catch(refuse);
    const outcome = await queue
      .commit(scope, { upload: row, hashes, isNew: false })
      .catch((error: unknown) => (error instanceof StaleUpload ? undefined : Promise.reject(error)));
    if (outcome === undefined) return await commitAsItIsNow(scope, row);
    if (!(outcome instanceof KeepsakeError)) {
      transfers.ended(scope, row.id);
      // The upload is stored whether this works or not.
      await blobs.forgetHashing(row.id).catch(() => {});
      return outcome.fileId;
    }
    if (endings.includes(outcome.code)) await drop(scope, row);
    throw outcome;
  }

  /** Another node finished the upload, gave it up, or was told its SHA-256. */
  async function commitAsItIsNow(scope: Scope, stale: UploadRow): Promise<string> {
    const row = await rows.find(scope, stale.id);
    if (row === undefined) return (await rows.finished(scope, stale.id)).fileId;
    if (row.length !== stale.length) throw new KeepsakeError('upload-offset-conflict');
    return await commit(scope, row);
  }

  async function durableSize(scope: Scope, row: UploadRow): Promise<number> {
    try {
      return await blobs.durableSize(row.id);
    } catch (error) {
      if (!(error instanceof BlobNotFound)) throw error;
      return await giveUp(scope, row, error);
    }
  }

  /** The store gave these bytes up, so there is nothing to resume. */
  async function giveUp(scope: Scope, row: UploadRow, cause: unknown): Promise<never> {
    await drop(scope, row);
    throw new KeepsakeError('upload-not-found', { cause });
  }

  async function drop(scope: Scope, row: UploadRow): Promise<void> {
    const dropped = await transactions.write(scope, async ({ trx }) => {
      // The length of an upload that grows may be another one by now.
      const dropping = await trx
        .deleteFrom('uploads')
        .where('id', '=', row.id)
        .where('account', '=', scope.account)
        .returning('length')
        .executeTakeFirst();
      if (dropping === undefined) return false;
      await trx
        .updateTable('accounts')
        .set((eb) => ({ reserved_bytes: eb('reserved_bytes', '-', dropping.length) }))
        .where('user_id', '=', scope.account)
        .execute();
      return true;
    });
    transfers.ended(scope, row.id);
    if (dropped) await blobs.remove(row.id);
  }
}
