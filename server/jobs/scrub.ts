import { type BlobStore, sumsPartBytes } from '#server/blobs/blob-store.ts';
import type { Leases } from '#server/cluster/leases.ts';
import type { Database } from '#server/database/open.ts';
import type { Transactions } from '#server/drive/changes/transactions.ts';
import type { Damage } from '#server/integrity/damage-records.ts';
import { verifyBlob } from '#server/integrity/verify-blob.ts';
import { repairFromDuplicate } from './repair-from-duplicate.ts';
import { createScrubPace } from './scrub-pace.ts';
import { createScrubQueue, type DueBlob } from './scrub-queue.ts';

/** Every blob is compared with its sums at least once in this time. */
const passMs = 7 * 24 * 60 * 60 * 1000;
/** A blob is due this long after it was uploaded or last verified; the other half of the time is for reading them all. */
const dueAfterMs = passMs / 2;
const maxRestMs = 60 * 60 * 1000;
const restAfterErrorMs = 60 * 1000;
/** While another node verifies. */
const restBesideOthersMs = 20 * 1000;

type Deps = {
  db: Database;
  blobs: BlobStore;
  transactions: Transactions;
  damage: Damage;
  leases: Leases;
  now: () => number;
  report: (problem: string, error: unknown) => void;
};

/**
 * Reads all blobs again and again and compares them with their sums, the longest unverified first, slowly enough not to
 * delay anybody. A damaged blob is marked and quarantined.
 */
export function createScrub({ db, blobs, transactions, damage, leases, now, report }: Deps) {
  const pace = createScrubPace({ db, readAllMs: passMs - dueAfterMs });
  const queue = createScrubQueue({ db, dueAfterMs, now });
  const stop = new AbortController();
  let working: Promise<void> | undefined;

  return {
    start(): void {
      damage.onSuspect(pace.wake);
      working ??= run();
    },
    /** Resolves after the block that is being read. */
    async close(): Promise<void> {
      stop.abort();
      pace.wake();
      await working;
    },
  };

  async function run(): Promise<void> {
    await damage.suspectMarked().catch((error: unknown) => report('Could not list damaged files', error));
    while (!stop.signal.aborted) {
      try {
        await verifyNext();
      } catch (error) {
        if (stop.signal.aborted) return;
        report('Could not verify stored bytes', error);
        await pace.rest(restAfterErrorMs);
      }
    }
  }

  async function verifyNext(): Promise<void> {
    await verifySuspects();
    // The lease is for one batch: nodes take turns, and the next one continues where this one stopped.
    let isAllDone = false;
    const isHeld = await leases.hold('scrub', async () => void (isAllDone = await verifyDue()));
    if (damage.suspectCount() > 0) return;
    if (!isHeld) await pace.rest(restBesideOthersMs);
    else if (isAllDone) await pace.rest(Math.min(maxRestMs, (await queue.untilNextIsDue()) ?? maxRestMs));
  }

  /** Those of now: what is asked for again and again, and cannot be read, keeps nothing else from being verified. */
  async function verifySuspects(): Promise<void> {
    for (let left = damage.suspectCount(); left > 0 && !stop.signal.aborted; left -= 1) {
      const id = damage.nextSuspect();
      if (id !== undefined) await verify({ id, size: 0, verified_to: 0 });
    }
    await queue.flush();
  }

  /** At least one, and more while there are no suspects. Returns whether nothing was due. */
  async function verifyDue(): Promise<boolean> {
    const due = await queue.due();
    for (const [index, blob] of due.entries()) {
      if (stop.signal.aborted || (index > 0 && damage.suspectCount() > 0)) break;
      await verify(blob);
    }
    await queue.flush();
    return due.length === 0;
  }

  async function verify(blob: DueBlob): Promise<void> {
    const { id, size } = blob;
    let read = blob.verified_to;
    const onStep = async (verifiedTo: number) => {
      stop.signal.throwIfAborted();
      await pace.spend(verifiedTo - read);
      read = verifiedTo;
      if (verifiedTo % sumsPartBytes === 0 && verifiedTo < size) await queue.recordProgress(id, verifiedTo);
    };
    const verdict = await verifyBlob({ db, blobs }, id, { from: blob.verified_to, onStep });
    if (verdict.state === 'purged') return;
    if (verdict.state === 'intact') {
      await damage.clear(id);
      return await queue.addIntact(blob);
    }
    await damage.mark(id, verdict.problem);
    await queue.recordVerified(id);
    // What could not be read this time stays where it is: it may be readable next time.
    if (verdict.state === 'unreadable') return;
    if (await damage.setAside(id)) await repairFromDuplicate({ db, transactions }, id);
  }
}
