import { v5 as uuidv5 } from 'uuid';
import { kindOf } from '#contract/kinds.ts';
import type { LeftOut } from '#contract/records/unpackings.ts';
import { resumableThreshold } from '#contract/storage.ts';
import type { Database } from '#server/database/open.ts';
import type { UnpackingRow } from '#server/database/tables/drive-rows.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import { storageCodeOf } from '#server/errors/storage-code.ts';
import { entryBytes, readEntry } from '#server/zip/entry-bytes.ts';
import { EntryDamaged } from '#server/zip/zip-errors.ts';
import { type Scope, systemScope } from '../access/scope.ts';
import type { Transactions } from '../changes/transactions.ts';
import type { Told } from '../facts/told-facts.ts';
import { contentTypeOf } from '../files/content-type.ts';
import type { OpenBlob } from '../files/open-blob.ts';
import { createPutFiles, type FileToPut } from '../placing/put-files.ts';
import type { TreeEdit } from '../tree/mutations.ts';
import type { Uploads } from '../uploads/uploads.ts';
import { createFolders } from './make-folders.ts';
import { openArchive, type PackedEntry } from './open-archive.ts';
import { folderNameOf, leave, type Planned, type PlannedFile, planEntries } from './plan.ts';
import { readSidecar } from './takeout-sidecar.ts';
import type { UnpackingRows } from './unpacking-rows.ts';

type Deps = {
  db: Database;
  rows: UnpackingRows;
  transactions: Transactions;
  treeEdit: TreeEdit;
  uploads: Uploads;
  openBlob: OpenBlob;
  now: () => number;
};

/** Entries that are stored together: small files share a transaction. */
const batchSize = 64;
/** An unpacking that ended the server so often without getting on is given up. */
const maxTries = 5;
/** How often the bytes of a large file are noted while it is stored, in milliseconds. */
const noteMs = 1000;

/** It was stopped by a person, or another node goes on with it. */
class Stopped extends Error {}

export type Unpack = ReturnType<typeof createUnpack>;

/** Unpacks archives that `createUnpackings` began. */
export function createUnpack({ db, rows, transactions, treeEdit, uploads, openBlob, now }: Deps) {
  const files = createPutFiles({ db, uploads });

  return {
    /** One of each account that is to be continued. */
    waiting: rows.toContinue,

    /**
     * Unpacks an archive from where it was left to its end, unless `signal` says that the server stops. May be repeated at any
     * time. Throws unavailable, and what is a bug: then it is to be tried again.
     */
    async run(account: string, id: string, signal: AbortSignal): Promise<void> {
      const scope = systemScope(account);
      const row = await rows.begin(scope, id);
      if (row === undefined) return;
      try {
        if (row.tries > maxTries) throw new KeepsakeError('internal-error');
        await unpackRow(scope, row, signal);
      } catch (error) {
        if (error instanceof Stopped || isContinuedElsewhere(error)) return;
        const isLater = signal.aborted || isUnavailable(error);
        if (isLater) await rows.pause(scope, id).catch(() => {});
        if (signal.aborted) return;
        if (isLater || !(error instanceof KeepsakeError)) throw error;
        const { code } = error;
        await transactions.write(scope, (write) => rows.end(write, row, { state: 'failed', error: code }));
      }
    },
  };

  async function unpackRow(scope: Scope, row: UnpackingRow, signal: AbortSignal): Promise<void> {
    const archive = await openArchive(openBlob, await blobsOf(scope, row));
    try {
      const planned = await planEntries(archive.entries, folderNameOf(row.name));
      const folderOf = createFolders({ db, treeEdit, scope, top: row.folder_id });
      const bytesBefore = bytesOf(planned.slice(0, row.done_entries));
      let current = { ...row, done_bytes: bytesBefore };
      while (current.done_entries < planned.length) {
        signal.throwIfAborted();
        const batch = batchFrom(planned, current.done_entries);
        const leftOut = await putBatch({ scope, row: current, folderOf, signal }, batch);
        const next = await rows.advance(current, { entries: batch.length, bytes: bytesOf(batch), leftOut });
        if (next === undefined) throw new Stopped();
        current = next;
      }
    } finally {
      await archive.close();
    }
    await transactions.write(scope, (write) => rows.end(write, row, { state: 'done' }));
  }

  /** Stores some entries, and returns those that had to be left out. */
  async function putBatch({ scope, row, folderOf, signal }: Running, batch: readonly Planned[]): Promise<LeftOut[]> {
    const leftOut: LeftOut[] = [];
    const prepared: (() => Promise<void>)[] = [];
    for (const [at, one] of batch.entries()) {
      if (one.do === 'leave') leftOut.push(one.leftOut);
      if (one.do === 'leave' || one.do === 'skip') continue;
      try {
        const folderId = await folderOf(one.folder);
        if (one.do === 'folder') continue;
        const { name, entry } = one;
        const id = uuidv5(String(row.done_entries + at), row.id);
        const told = await toldOf(one);
        // Nothing is stored as modified before the epoch.
        const takenAt = told?.takenAt ?? -1;
        const modifiedAt = takenAt >= 0 ? takenAt : entry.modifiedAt;
        const file: FileToPut = {
          id,
          folderId,
          name,
          length: entry.size,
          modifiedAt,
          told,
          read: () => readEntry(entry.zip, entry),
          bytes: () => entryBytes(entry.zip, entry),
        };
        if (isSmall(entry)) prepared.push(await files.prepareSmall(scope, file));
        else await files.putLarge(scope, file, whileLarge(row, signal));
      } catch (error) {
        const why = whyLeft(error);
        if (why === undefined) throw error;
        leftOut.push(one.do === 'file' ? leave(one.entry, why) : { path: one.folder.name, why, method: null });
      }
    }
    const outcomes = await Promise.allSettled(prepared.map((store) => store()));
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
    return leftOut;
  }

  /**
   * What a sidecar tells of a file; one that cannot be read tells nothing. Beside what is no picture and no film, JSON with a
   * description may lie for other reasons: there it counts only if it tells when something was taken.
   */
  async function toldOf({ name, sidecar, isNumbered }: PlannedFile): Promise<Told | undefined> {
    if (sidecar === undefined) return undefined;
    const bytes = await readEntry(sidecar.zip, sidecar).catch((error: unknown) => {
      if (error instanceof EntryDamaged) return undefined;
      throw error;
    });
    const told = bytes === undefined ? undefined : readSidecar(bytes, now());
    if (told === undefined || (told.takenAt === null && !isTaken(name))) return undefined;
    return isNumbered ? { ...told, description: null } : told;
  }

  /** Looks now and then whether to go on with a large file. */
  function whileLarge(row: UnpackingRow, signal: AbortSignal) {
    let notedAt = now();
    return {
      async onBytes(done: number): Promise<void> {
        signal.throwIfAborted();
        if (now() - notedAt < noteMs) return;
        notedAt = now();
        if (!(await rows.note(row, row.done_bytes + done))) throw new Stopped();
      },
      isToResume: (error: unknown) => signal.aborted || isUnavailable(error) || isContinuedElsewhere(error),
    };
  }

  /** Of the versions that were the current ones when it was begun. Throws object-not-found if one is gone. */
  async function blobsOf({ account }: Scope, { version_ids }: UnpackingRow) {
    const ids = JSON.parse(version_ids) as string[];
    const blobs = await db
      .selectFrom('versions')
      .innerJoin('blobs', 'blobs.id', 'versions.blob_id')
      .select(['versions.id as version_id', 'blobs.id', 'blobs.size', 'blobs.sha256'])
      .where('versions.id', 'in', ids)
      .where('blobs.account', '=', account)
      .execute();
    return ids.map((id) => {
      const blob = blobs.find(({ version_id }) => version_id === id);
      if (blob === undefined) throw new KeepsakeError('object-not-found');
      return blob;
    });
  }
}

type Running = {
  scope: Scope;
  row: UnpackingRow;
  folderOf: ReturnType<typeof createFolders>;
  signal: AbortSignal;
};

/** The next entries: small ones together, a large file alone. */
function batchFrom(planned: readonly Planned[], from: number): Planned[] {
  const batch = planned.slice(from, from + batchSize);
  const large = batch.findIndex((one) => one.do === 'file' && !isSmall(one.entry));
  return large === -1 ? batch : batch.slice(0, Math.max(1, large));
}

function isSmall({ size, compressedSize }: PackedEntry): boolean {
  return Math.max(size, compressedSize) <= resumableThreshold;
}

function isTaken(name: string): boolean {
  return ['photo', 'video'].includes(kindOf(contentTypeOf(name, undefined)));
}

function bytesOf(planned: readonly Planned[]): number {
  return planned.reduce((sum, one) => sum + (one.do === 'file' ? one.entry.size : 0), 0);
}

function whyLeft(error: unknown): LeftOut['why'] | undefined {
  if (error instanceof EntryDamaged) return 'damaged';
  return error instanceof KeepsakeError && error.code === 'too-deep' ? 'too-deep' : undefined;
}

/** Whether another node goes on with a large file, since this one did nothing for a while. */
function isContinuedElsewhere(error: unknown): boolean {
  return error instanceof KeepsakeError && ['upload-offset-conflict', 'upload-not-found'].includes(error.code);
}

function isUnavailable(error: unknown): boolean {
  return storageCodeOf(error) === 'unavailable' || (error instanceof KeepsakeError && error.code === 'unavailable');
}
