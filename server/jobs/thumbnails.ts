import { previewPixels } from '#contract/previews.ts';
import type { BlobStore } from '#server/blobs/blob-store.ts';
import type { Leases } from '#server/cluster/leases.ts';
import type { Database } from '#server/database/open.ts';
import type { Transactions } from '#server/drive/changes/transactions.ts';
import type { Damage } from '#server/integrity/damage-records.ts';
import { readVerified } from '#server/integrity/verified-blob.ts';
import { WorkerUnavailable } from '#server/workers/restarts.ts';
import { createThumbnailQueue, type Thumbnail, type WantedThumbnail } from './thumbnail-queue.ts';

type Deps = {
  db: Database;
  blobs: BlobStore;
  /** Where thumbnails are stored, under the ids of the blobs they show. */
  thumbnails: BlobStore;
  transactions: Transactions;
  damage: Damage;
  leases: Leases;
  makeThumbnail: (bytes: Uint8Array, pixels: number) => Promise<Thumbnail | undefined>;
  report: (problem: string, error: unknown) => void;
};

/**
 * Makes the thumbnails that are wanted, one after the other, the accounts in turn: a thousand pictures of one person, or one that
 * takes long, delay nobody else's by more than one picture. A change of its files announces each.
 */
export function createThumbnailJob({
  db,
  blobs,
  thumbnails,
  transactions,
  damage,
  leases,
  makeThumbnail,
  report,
}: Deps) {
  const queue = createThumbnailQueue({ db, transactions });
  let working: Promise<void> | undefined;
  let wokenAgain = false;
  let closed = false;

  return {
    /** Looks for wanted thumbnails; returns at once. Also to be called now and then, for those another node left. */
    wake,
    /** Resolves after the thumbnail that is being made. */
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
        if (!closed && (await leases.hold(`thumbnail ${blobId}`, () => makeIfWanted(blobId)))) isAny = true;
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

  /** Another node may have made it since it was looked up. */
  async function makeIfWanted(blobId: string) {
    if (await queue.isWaiting(blobId)) await makeOne(blobId);
  }

  async function makeOne(blobId: string) {
    // Counted before the work, so that one that takes the whole server down is given up too.
    await queue.countTries(blobId, 1);
    try {
      const row = await db
        .selectFrom('blobs')
        .select(['id', 'size', 'sha256'])
        .where('id', '=', blobId)
        .executeTakeFirst();
      // Purged a moment ago.
      if (row === undefined) return;
      const bytes = await readVerified(db, blobs, row).catch((error: unknown) => damage.found(blobId, error));
      const thumbnail = await makeThumbnail(bytes, previewPixels).catch(async (error: unknown) => {
        // The server stops and cut the work short, or no process can be started; that says nothing about the picture.
        if (closed || error instanceof WorkerUnavailable) await queue.countTries(blobId, -1);
        throw error;
      });
      if (thumbnail !== undefined) await store(blobId, thumbnail.bytes);
      // Bytes first, then the row. The blob may have been purged meanwhile.
      if (!(await queue.settle(blobId, thumbnail))) await thumbnails.remove(blobId);
    } catch (error) {
      if (error instanceof WorkerUnavailable) throw error;
      if (closed) return;
      report(`Could not make the thumbnail of ${blobId}`, error);
    }
  }

  async function store(blobId: string, bytes: Uint8Array) {
    await thumbnails.remove(blobId);
    await thumbnails.put(blobId, Buffer.from(bytes));
  }
}

/** Of accounts that had a turn, the one whose turn is longest ago comes first, and before all of them those that had none. */
function inTurn(wanted: WantedThumbnail[], served: Set<string>): WantedThumbnail[] {
  const turns = new Map([...served].map((account, turn) => [account, turn + 1]));
  const firsts = new Map<string, WantedThumbnail>();
  for (const one of wanted) if (!firsts.has(one.account)) firsts.set(one.account, one);
  const inOrder = [...firsts.values()].toSorted((a, b) => (turns.get(a.account) ?? 0) - (turns.get(b.account) ?? 0));
  return [...inOrder, ...wanted.filter((one) => firsts.get(one.account) !== one)];
}
