import { uploadLifetimeMs } from '#contract/storage.ts';
import type { BlobStore } from '#server/blobs/blob-store.ts';
import { newId } from '#server/database/new-id.ts';
import type { Database } from '#server/database/open.ts';
import type { UploadRow } from '#server/database/tables/upload-rows.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import { requireRight, type Scope } from '../access/scope.ts';
import { createKeyedMutex } from '../changes/keyed-mutex.ts';
import type { Transactions } from '../changes/transactions.ts';
import type { Transfers } from '../changes/transfers.ts';
import { ancestorsOfFolder } from '../tree/ancestors.ts';
import { type BeginQueue, beginUpload, type NewUpload } from './begin-upload.ts';
import type { CommitQueue } from './commit-queue.ts';
import { createCommitUpload } from './commit-upload.ts';
import type { CompleteUpload, StoredUpload } from './complete-upload.ts';
import { createDiscardUpload } from './discard-upload.ts';
import { createResumeUpload } from './resume-upload.ts';
import { commitSingleRequest, type SingleRequestUpload } from './single-request-upload.ts';
import { type AppendOptions, createUploadBytes } from './upload-bytes.ts';
import { createUploadRows, expiryStepMs } from './upload-rows.ts';

/** The state of an upload after an append; `stored` once it is complete. */
export type Appended = { offset: number; expiresAt: number | undefined; stored: StoredUpload | undefined };

type Deps = {
  db: Database;
  blobs: BlobStore;
  transactions: Transactions;
  transfers: Transfers;
  queue: CommitQueue;
  beginQueue: BeginQueue;
  now: () => number;
};

export type Uploads = ReturnType<typeof createUploads>;

/** Uploads from their beginning to their commit. */
export function createUploads({ db, blobs, transactions, transfers, queue, beginQueue, now }: Deps) {
  const rows = createUploadRows({ db, now });
  const discard = createDiscardUpload({ blobs, transactions, transfers });
  const uploadBytes = createUploadBytes({ blobs, rows, discard });
  const commit = createCommitUpload({ blobs, transfers, queue, rows, discard });
  const resume = createResumeUpload({ rows, uploadBytes, commit, checkOpen });
  /** Serializes the requests for one upload. */
  const mutex = createKeyedMutex();

  return {
    newId,

    /** Whether a request for the upload is running; the janitor skips such uploads. */
    isBusy: (id: string): boolean => mutex.isBusy(id),

    /**
     * Throws upload-not-found unless the upload, in progress or finished, is one of the scope. To be called before a request
     * ends or waits for another one of the same upload. Throws not-allowed if the scope may only read.
     */
    async requireWritable(scope: Scope, id: string): Promise<void> {
      requireRight(scope, 'write');
      await rows.requireReachable(scope, id);
    },

    begin: (scope: Scope, id: string, upload: NewUpload) =>
      withNewId(scope, id, async () => {
        const begin = () => beginUpload({ db, blobs, queue: beginQueue, now }, scope, id, upload);
        await begin().catch(async (error: unknown) => {
          const isTooMuch = error instanceof KeepsakeError && error.code === 'quota-exceeded';
          if (!isTooMuch || !(await discardAbandoned(scope))) throw error;
          await begin();
        });
      }),

    /** Stores a file whose bytes all arrived in one request; see `commitSingleRequest`. */
    commitSingleRequest: (scope: Scope, id: string, whole: SingleRequestUpload): Promise<StoredUpload> =>
      withNewId(scope, id, () => commitSingleRequest({ blobs, queue, now }, scope, id, whole)),

    /**
     * Appends bytes durably at the offset, and commits the upload with the last one. If a request has more bytes than are
     * missing, none of them is stored. Throws not-allowed, upload-not-found, upload-expired, folder-not-found, upload-offset-conflict,
     * upload-too-long, checksum-mismatch, digest-mismatch, and what committing throws.
     */
    append: (scope: Scope, id: string, offset: number, bytes: AsyncIterable<Buffer>, options: AppendOptions = {}) =>
      mutex.run(id, async (): Promise<Appended> => {
        requireRight(scope, 'write');
        const { lifetimeMs = uploadLifetimeMs } = options;
        const found = await rows.find(scope, id);
        if (found === undefined) return afterEnd(await rows.finished(scope, id), offset, options);
        await checkOpen(scope, found);
        await uploadBytes.truncateUnchecked(scope, found);
        await uploadBytes.checkFits(scope, found, offset, options);
        const row = await declareSha256(scope, found, options.sha256);
        reportProgress(scope, row, offset);
        const end = await whileKept(scope, id, lifetimeMs, () =>
          uploadBytes.append(scope, row, offset, bytes, options),
        );
        reportProgress(scope, row, end);
        if (end < row.length || options.isOpenEnded) {
          return { offset: end, expiresAt: await rows.extendExpiry(scope, id, lifetimeMs), stored: undefined };
        }
        return { offset: end, expiresAt: undefined, stored: await commit(scope, row, options.isAbandoned) };
      }),

    /** The state of an upload, and where it goes on; see `createResumeUpload`. */
    status: (scope: Scope, id: string) => mutex.run(id, () => resume(scope, id)),

    /** Commits an upload whose bytes are all stored and returns its file. Idempotent. */
    finish: (scope: Scope, id: string, isAbandoned?: CompleteUpload['isAbandoned']) =>
      mutex.run(id, async (): Promise<StoredUpload> => {
        const row = await rows.find(scope, id);
        if (row === undefined) return (await rows.finished(scope, id)).stored;
        await uploadBytes.truncateUnchecked(scope, row);
        if ((await uploadBytes.durableSize(scope, row)) !== row.length)
          throw new KeepsakeError('upload-offset-conflict');
        return await commit(scope, row, isAbandoned);
      }),

    /**
     * Discards an unfinished upload and releases its reserved space; with `expiredAt`, in milliseconds, only one that had expired by
     * then. Throws upload-not-found.
     */
    async discard(scope: Scope, id: string, expiredAt?: number): Promise<void> {
      const row = await rows.find(scope, id);
      if (row === undefined) throw new KeepsakeError('upload-not-found');
      await discard(scope, row, expiredAt);
    },
  };

  /**
   * Runs work for an id that a client chose. One that another account uses is answered at once, as ever: that its owner's
   * bytes are arriving shows in no wait. Throws upload-offset-conflict, and not-allowed if the scope may only read.
   */
  async function withNewId<Result>(scope: Scope, id: string, work: () => Promise<Result>): Promise<Result> {
    requireRight(scope, 'write');
    if (mutex.isBusy(id) && (await rows.isOfAnother(scope, id))) throw new KeepsakeError('upload-offset-conflict');
    return await mutex.run(id, work);
  }

  /** What is left of a request whose node is gone takes the space from the same request sent again. Returns whether there was any. */
  async function discardAbandoned(scope: Scope): Promise<boolean> {
    const { found, until } = await rows.abandoned(scope);
    const idle = found.filter(({ id }) => !mutex.isBusy(id));
    for (const row of idle) await discard(scope, row, until);
    return idle.length > 0;
  }

  /** Does work that may take days: other nodes do not take the upload for one that nobody continues. */
  async function whileKept<Result>(
    scope: Scope,
    id: string,
    lifetimeMs: number,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const extend = () => void rows.extendExpiry(scope, id, lifetimeMs).catch(() => {});
    const timer = setInterval(extend, expiryStepMs(lifetimeMs)).unref();
    return await work().finally(() => clearInterval(timer));
  }

  /** Throws upload-expired, folder-not-found. */
  async function checkOpen(scope: Scope, row: UploadRow): Promise<void> {
    if (row.expires_at <= now()) throw new KeepsakeError('upload-expired');
    await ancestorsOfFolder(db, scope, row.parent_id);
  }

  function reportProgress(scope: Scope, { id, parent_id: folderId, name, length: size }: UploadRow, received: number) {
    transfers.moved(scope, { id, folderId, name, size, received });
  }

  /** A finished upload accepts no more bytes; the protocol permits a request with none at its end. */
  function afterEnd(
    { length, stored }: { length: number; stored: StoredUpload },
    offset: number,
    { bodyLength = 0 }: AppendOptions,
  ): Appended {
    if (offset !== length) throw new KeepsakeError('upload-offset-conflict');
    if (bodyLength > 0) throw new KeepsakeError('upload-too-long');
    return { offset: length, expiresAt: undefined, stored };
  }

  /** Records the SHA-256 of the whole file durably, so that every later commit compares it. Returns the updated row. */
  async function declareSha256(scope: Scope, row: UploadRow, sha256: string | undefined): Promise<UploadRow> {
    if (sha256 === undefined || sha256 === row.sha256) return row;
    if (row.sha256 === null) {
      await rows.set(scope, row.id, { sha256 });
      return { ...row, sha256 };
    }
    await discard(scope, row);
    throw new KeepsakeError('digest-mismatch');
  }
}
