import { v7 as uuidv7 } from 'uuid';
import type { Principal } from '#server/accounts/principal.ts';
import { BlobNotFound, type BlobStore } from '#server/blobs/blob-store.ts';
import type { Database } from '#server/database/open.ts';
import type { UploadRow } from '#server/database/tables.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import { refuse } from '#server/errors/storage-trouble.ts';
import type { Changes } from '../changes/changes.ts';
import type { Transfers } from '../changes/transfers.ts';
import { ancestorsOfFolder } from '../tree/ancestors.ts';
import { type BeginQueue, beginUpload, type NewUpload } from './begin-upload.ts';
import type { CommitQueue } from './commit-queue.ts';
import { createTurns } from './keyed-mutex.ts';
import { commitSingleRequest, type SingleRequestUpload } from './single-request-upload.ts';
import { type Checksum, checked } from './upload-checksum.ts';
import { createUploadRows, readMetadata, type UploadStatus } from './upload-rows.ts';

/** What a client says of the bytes it sends. */
export type Proof = {
  /** SHA-256 of the whole file, hexadecimal. */
  sha256?: string;
  /** Of the bytes of this one request. */
  checksum?: Checksum;
  /** Whether an error of the bytes says that the request is wrong as a whole. */
  isWrong?: (error: unknown) => boolean;
};

type Deps = {
  db: Database;
  blobs: BlobStore;
  changes: Changes;
  transfers: Transfers;
  queue: CommitQueue;
  beginQueue: BeginQueue;
  now: () => number;
};

/** Refusals that no later attempt can heal. */
const endings: readonly string[] = ['digest-mismatch', 'generation-mismatch'];

export type Uploads = ReturnType<typeof createUploads>;

/** The way of bytes into the tree: begin, append, finish. The id of an upload is the id of its blob. */
export function createUploads({ db, blobs, changes, transfers, queue, beginQueue, now }: Deps) {
  const rows = createUploadRows({ db, now });
  /** Bytes that come, and who looks whether they are complete, never meet. */
  const turns = createTurns();

  return {
    newId: (): string => uuidv7(),

    /** Whether bytes are coming right now; the janitor leaves such uploads alone. */
    isBusy: (id: string): boolean => turns.isTaken(id),

    begin: (principal: Principal, id: string, upload: NewUpload) =>
      turns.take(id, () => beginUpload({ db, blobs, queue: beginQueue, now }, principal, id, upload)),

    /** Keeps a file whose bytes all came in one request; see `commitSingleRequest`. */
    commitSingleRequest: (principal: Principal, id: string, whole: SingleRequestUpload): Promise<string> =>
      turns.take(id, () => commitSingleRequest({ db, blobs, queue, now }, principal, id, whole)),

    /**
     * Keeps more bytes at the offset and returns the new one, which survives a power cut. Of a request that is wrong as
     * a whole nothing is kept. Throws checksum-mismatch, digest-mismatch, upload-not-found, upload-offset-conflict.
     */
    append: (principal: Principal, id: string, offset: number, bytes: AsyncIterable<Buffer>, proof: Proof = {}) =>
      turns.take(id, async (): Promise<number> => {
        const row = await rows.find(principal, id);
        // A finished upload takes no more bytes; the protocol lets a client send none at its end.
        if (row === undefined) return (await rows.finished(principal, id)).offset;
        await forgetUnchecked(principal, row);
        await declare(principal, row, proof.sha256);
        tellMoved(principal, row, offset);
        const end =
          proof.checksum === undefined
            ? await appendBytes(principal, row, offset, bytes, proof)
            : await appendChecked(principal, row, offset, bytes, proof.checksum);
        tellMoved(principal, row, end);
        return end;
      }),

    /**
     * How far an upload is. One whose bytes are all here is finished first: a client that sees its length as offset
     * takes it as done.
     */
    status: (principal: Principal, id: string) =>
      turns.take(id, async (): Promise<UploadStatus> => {
        const row = await rows.find(principal, id);
        if (row === undefined) return await rows.finished(principal, id);
        if (row.expires_at <= now()) throw new KeepsakeError('upload-expired');
        await ancestorsOfFolder(db, principal, row.parent_id);
        await forgetUnchecked(principal, row);
        const offset = await durableSize(principal, row);
        const fileId = offset === row.length ? await keep(principal, row) : undefined;
        return { length: row.length, offset, metadata: readMetadata(row), expiresAt: row.expires_at, fileId };
      }),

    /** Makes the file of an upload whose bytes are all here and returns its id. Safe to repeat. */
    finish: (principal: Principal, id: string) =>
      turns.take(id, async (): Promise<string> => {
        const row = await rows.find(principal, id);
        if (row === undefined) return (await rows.finished(principal, id)).fileId;
        await forgetUnchecked(principal, row);
        if ((await durableSize(principal, row)) !== row.length) throw new KeepsakeError('upload-offset-conflict');
        return await keep(principal, row);
      }),

    /** Forgets an unfinished upload and gives its room back. */
    async discard(principal: Principal, id: string): Promise<void> {
      const row = await rows.find(principal, id);
      if (row === undefined) throw new KeepsakeError('upload-not-found');
      await drop(principal, row);
    },
  };

  function tellMoved(
    principal: Principal,
    { id, parent_id: folderId, name, length: size }: UploadRow,
    received: number,
  ) {
    transfers.moved(principal, { id, folderId, name, size, received });
  }

  async function appendBytes(
    principal: Principal,
    row: UploadRow,
    offset: number,
    bytes: AsyncIterable<Buffer>,
    { isWrong }: Proof,
  ): Promise<number> {
    try {
      const end = await blobs.append(row.id, offset, bytes, row.length).catch(refuse);
      await keepAlive(principal, row.id, {});
      return end;
    } catch (error) {
      if (isWrong?.(error)) await blobs.truncate(row.id, offset).catch(refuse);
      throw error;
    }
  }

  /** Notes first that the bytes are not checked yet, so that a crash leaves none of them. */
  async function appendChecked(
    principal: Principal,
    row: UploadRow,
    offset: number,
    bytes: AsyncIterable<Buffer>,
    checksum: Checksum,
  ): Promise<number> {
    if ((await durableSize(principal, row)) !== offset) throw new KeepsakeError('upload-offset-conflict');
    await rows.set(principal, row.id, { unchecked_from: offset });
    try {
      const end = await blobs.append(row.id, offset, checked(bytes, checksum), row.length).catch(refuse);
      await keepAlive(principal, row.id, { unchecked_from: null });
      return end;
    } catch (error) {
      await forgetUnchecked(principal, { ...row, unchecked_from: offset });
      throw error;
    }
  }

  async function forgetUnchecked(principal: Principal, { id, unchecked_from }: UploadRow): Promise<void> {
    if (unchecked_from === null) return;
    await blobs.truncate(id, unchecked_from).catch(refuse);
    await rows.set(principal, id, { unchecked_from: null });
  }

  /** Notes durably what the whole file hashes to, so that whoever finishes the upload compares. */
  async function declare(principal: Principal, row: UploadRow, sha256: string | undefined): Promise<void> {
    if (sha256 === undefined || sha256 === row.sha256) return;
    if (row.sha256 === null) return await rows.set(principal, row.id, { sha256 });
    await drop(principal, row);
    throw new KeepsakeError('digest-mismatch');
  }

  /** Throws upload-not-found when the upload was given up meanwhile; another node may also have finished it. */
  async function keepAlive(principal: Principal, id: string, checkedNow: Partial<UploadRow>): Promise<void> {
    const row = await rows.find(principal, id);
    if (row === undefined) return void (await rows.finished(principal, id));
    const values = { ...rows.alive(row), ...checkedNow };
    if (Object.keys(values).length > 0) await rows.set(principal, id, values);
  }

  async function keep(principal: Principal, row: UploadRow): Promise<string> {
    const hashes = await blobs.hash(row.id, row.length);
    const outcome = await queue.keep(principal, { upload: row, hashes, isNew: false });
    if (!(outcome instanceof KeepsakeError)) {
      transfers.ended(principal, row.id);
      // The upload is kept whether this works or not.
      await blobs.forgetHashing(row.id).catch(() => {});
      return outcome?.fileId ?? (await rows.finished(principal, row.id)).fileId;
    }
    if (endings.includes(outcome.code)) await drop(principal, row);
    throw outcome;
  }

  async function durableSize(principal: Principal, row: UploadRow): Promise<number> {
    try {
      return await blobs.durableSize(row.id);
    } catch (error) {
      if (!(error instanceof BlobNotFound)) throw error;
      // The store gave these bytes up, so there is nothing to go on with.
      await drop(principal, row);
      throw new KeepsakeError('upload-not-found', { cause: error });
    }
  }

  async function drop(principal: Principal, row: UploadRow): Promise<void> {
    const dropped = await changes.write(principal, async ({ trx }) => {
      // The length of an upload that grows may be another one by now.
      const dropping = await trx
        .deleteFrom('uploads')
        .where('id', '=', row.id)
        .where('account', '=', principal.account)
        .returning('length')
        .executeTakeFirst();
      if (dropping === undefined) return false;
      await trx
        .updateTable('accounts')
        .set((eb) => ({ reserved_bytes: eb('reserved_bytes', '-', dropping.length) }))
        .where('user_id', '=', principal.account)
        .execute();
      return true;
    });
    transfers.ended(principal, row.id);
    if (dropped) await blobs.remove(row.id);
  }
}
