import type { BlobStore } from '#server/blobs/blob-store.ts';
import type { Leases } from '#server/cluster/leases.ts';
import type { Database } from '#server/database/open.ts';
import type { Transactions } from '#server/drive/changes/transactions.ts';
import { storePicture } from '#server/drive/files/made-pictures.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import { storageCodeOf } from '#server/errors/storage-code.ts';
import type { Damage } from '#server/integrity/damage-records.ts';
import { openRanges } from '#server/integrity/verified-ranges.ts';
import { WorkerUnavailable } from '#server/workers/restarts.ts';
import { createThumbnailQueue, type Reading, type WantedReading } from './thumbnail-queue.ts';

/** A file as it is handed to what reads it; ranges are from `start` to before `end`. */
export type FileToRead = {
  contentType: string;
  name: string;
  size: number;
  read(start: number, end: number): Promise<Uint8Array>;
};

type FileRow = { id: string; size: number; sha256: string | null; content_type: string; name: string };

type Deps = {
  db: Database;
  blobs: BlobStore;
  /** Where thumbnails are stored, under the ids of the blobs they show. */
  thumbnails: BlobStore;
  transactions: Transactions;
  damage: Damage;
  leases: Leases;
  readFile: (file: FileToRead) => Promise<Reading>;
  report: (problem: string, error: unknown) => void;
};

/**
 * Reads the facts of files and makes their thumbnails, one after the other, the accounts in turn: a thousand pictures of one person,
 * or one that takes long, delay nobody else's by more than one picture. A change of its files announces each.
 */
export function createThumbnailJob({ db, blobs, thumbnails, transactions, damage, leases, readFile, report }: Deps) {
  const queue = createThumbnailQueue({ db, transactions });
  let working: Promise<void> | undefined;
  let wokenAgain = false;
  let closed = false;

  return {
    /** Looks for files that are to be read; returns at once. Also to be called now and then, for those another node left. */
    wake,
    /** Has films and sounds read again that were not decoded for want of a decoder. */
    wantUndecoded: queue.wantUndecoded,
    /** Resolves after the file that is being read. */
    async close(): Promise<void> {
      closed = true;
      await working;
    },
  };

  function wake() {
    if (closed) return;
    if (working) wokenAgain = true;
    else {
      working = makeAll()
        .catch((error: unknown) => {
          // Said by the maker. They are looked for again when the server next wakes this job.
          if (!(error instanceof WorkerUnavailable)) report('Could not make thumbnails', error);
        })
        .finally(() => {
          working = undefined;
          if (wokenAgain) {
            wokenAgain = false;
            wake();
          }
        });
    }
  }

  /** Until nothing is wanted but what other nodes are making. */
  async function makeAll() {
    /** The accounts in the order in which they had their last turn. */
    const served = new Set<string>();
    for (let isAny = true; isAny && !closed; ) {
      isAny = false;
      for (const { blobId, account } of inTurn(await queue.next(), served)) {
        if (!closed && (await leases.hold(`thumbnail ${blobId}`, () => readIfWanted(blobId)))) isAny = true;
        served.delete(account);
        served.add(account);
        if (!wokenAgain) continue;
        // Somebody else's may be wanted, and has its turn before the next of those that had one.
        wokenAgain = false;
        isAny = true;
        break;
      }
    }
  }

  /** Another node may have read it since it was looked up. */
  async function readIfWanted(blobId: string) {
    const row = await queue.waiting(blobId);
    if (row !== undefined) await readOne(row);
  }

  async function readOne(row: FileRow) {
    // Counted before the work, so that one that takes the whole server down is given up too.
    await queue.countTries(row.id, 1);
    try {
      const reading = await read(row);
      const { picture } = reading;
      if (picture !== undefined) await storePicture(thumbnails, row.id, picture);
      // Bytes first, then the row. The blob may have been purged meanwhile.
      if (!(await queue.settle(row.id, reading))) await thumbnails.remove(row.id);
    } catch (error) {
      const isServers = isOfServer(error);
      if (closed || isServers) await queue.countTries(row.id, -1);
      if (closed) return;
      if (isServers) throw error;
      report(`Could not make the thumbnail of ${row.id}`, error);
    }
  }

  async function read({ id, size, sha256, content_type: contentType, name }: FileRow): Promise<Reading> {
    const found = (error: unknown) => damage.found(id, error);
    const bytes = await openRanges(db, blobs, { id, size, sha256 }).catch(found);
    try {
      return await readFile({
        contentType,
        name,
        size,
        read: (start, end) => bytes.read(start, end).catch(found),
      });
    } finally {
      await bytes.close();
    }
  }
}

/** Whether no process can be started, or what is stored cannot be reached or has no room: that says nothing about a file. */
function isOfServer(error: unknown): boolean {
  const code = error instanceof KeepsakeError ? error.code : storageCodeOf(error);
  return error instanceof WorkerUnavailable || code === 'unavailable' || code === 'disk-full';
}

/** Of accounts that had a turn, the one whose turn is longest ago comes first, and before all of them those that had none. */
function inTurn(wanted: WantedReading[], served: Set<string>): WantedReading[] {
  const turns = new Map([...served].map((account, turn) => [account, turn + 1]));
  const firsts = new Map<string, WantedReading>();
  for (const one of wanted) if (!firsts.has(one.account)) firsts.set(one.account, one);
  const inOrder = [...firsts.values()].toSorted((a, b) => (turns.get(a.account) ?? 0) - (turns.get(b.account) ?? 0));
  return [...inOrder, ...wanted.filter((one) => firsts.get(one.account) !== one)];
}
