import { type BlobStore, sumsPartBytes } from '#server/blobs/blob-store.ts';
import type { Leases } from '#server/cluster/leases.ts';
import type { Database } from '#server/database/open.ts';
import type { BlobRow } from '#server/database/tables.ts';
import type { Changes } from '#server/drive/changes/changes.ts';
import type { Damage } from '#server/integrity/damage.ts';
import { verifyBlob } from '#server/integrity/verify-blob.ts';
import { repairFromDuplicate } from './repair-from-duplicate.ts';
import { createScrubPace } from './scrub-pace.ts';

/** Every blob is compared with its sums once in this time at least. */
const passMs = 7 * 24 * 60 * 60 * 1000;
/** A blob is due this long after it came, or was checked last; the other half of the time is for reading them all. */
const dueAfterMs = passMs / 2;
/** Blobs that are looked up together. */
const batchSize = 100;
/** How much is checked at most before it is noted. */
const noteEveryBytes = 256 * 1024 ** 2;
const longestRestMs = 60 * 60 * 1000;
const restAfterTroubleMs = 60 * 1000;
/** While another node checks. */
const restBesideOthersMs = 20 * 1000;

type Deps = {
  db: Database;
  blobs: BlobStore;
  changes: Changes;
  damage: Damage;
  leases: Leases;
  now: () => number;
  report: (problem: string, error: unknown) => void;
};

type Due = Pick<BlobRow, 'id' | 'size'> & { verified_to: number };

/**
 * Reads everything that is kept again and again and compares it with its sums, the longest unchecked first, slowly
 * enough that nobody waits for it. What is damaged is marked and set aside.
 */
export function createScrub({ db, blobs, changes, damage, leases, now, report }: Deps) {
  const pace = createScrubPace({ db, readAllMs: passMs - dueAfterMs });
  const stop = new AbortController();
  let working: Promise<void> | undefined;
  /** Blobs that were found whole and are to be noted together. */
  let whole: Due[] = [];

  return {
    start(): void {
      damage.onSuspect(pace.wake);
      working ??= run();
    },
    /** Ends after the block that is being read. */
    async close(): Promise<void> {
      stop.abort();
      pace.wake();
      await working;
    },
  };

  async function run(): Promise<void> {
    while (!stop.signal.aborted) {
      try {
        await checkNext();
      } catch (error) {
        if (stop.signal.aborted) return;
        report('Could not check what is kept', error);
        await pace.rest(restAfterTroubleMs);
      }
    }
  }

  async function checkNext(): Promise<void> {
    const suspect = damage.nextSuspect();
    if (suspect !== undefined) return await check({ id: suspect, size: 0, verified_to: 0 });
    // A batch each: nodes take turns, and the next one goes on where this one stopped.
    let isAllDone = false;
    if (!(await leases.hold('scrub', async () => void (isAllDone = await checkDue()))))
      return await pace.rest(restBesideOthersMs);
    if (isAllDone) await pace.rest(await untilNextIsDue());
  }

  /** Whether nothing was due. */
  async function checkDue(): Promise<boolean> {
    const due = await findDue();
    for (const row of due) {
      if (stop.signal.aborted || damage.hasSuspects()) break;
      await check(row);
    }
    await noteWhole();
    return due.length === 0;
  }

  function byAge() {
    return db
      .selectFrom('blobs')
      .select(['id', 'size', 'verified_to'])
      .select(({ fn }) => fn.coalesce('verified_at', 'created_at').as('checked_at'))
      .orderBy(({ fn }) => fn.coalesce('verified_at', 'created_at'))
      .orderBy('id');
  }

  async function findDue(): Promise<Due[]> {
    return await byAge()
      .where(({ fn }) => fn.coalesce('verified_at', 'created_at'), '<=', now() - dueAfterMs)
      .limit(batchSize)
      .execute();
  }

  async function untilNextIsDue(): Promise<number> {
    const next = await byAge().limit(1).executeTakeFirst();
    return next === undefined ? longestRestMs : Math.min(longestRestMs, next.checked_at + dueAfterMs - now());
  }

  async function check(row: Due): Promise<void> {
    let read = row.verified_to;
    const onStep = async (verifiedTo: number) => {
      stop.signal.throwIfAborted();
      await pace.spend(verifiedTo - read);
      read = verifiedTo;
      if (verifiedTo % sumsPartBytes === 0 && verifiedTo < row.size) await note([row.id], { verified_to: verifiedTo });
    };
    const verdict = await verifyBlob({ db, blobs }, row.id, { from: row.verified_to, onStep });
    if (verdict.state === 'gone') return;
    if (verdict.state === 'whole') return await settleWhole(row);
    await damage.mark(row.id, verdict.problem);
    await note([row.id], { verified_at: now(), verified_to: 0 });
    // What could not be read this time stays where it is: the next time it may be.
    if (verdict.state === 'unreadable') return;
    if (await damage.setAside(row.id)) await repairFromDuplicate({ db, changes }, row.id);
  }

  async function settleWhole(row: Due): Promise<void> {
    await damage.clear(row.id);
    whole.push(row);
    if (whole.reduce((sum, { size }) => sum + size, 0) >= noteEveryBytes) await noteWhole();
  }

  async function noteWhole(): Promise<void> {
    const noted = whole.map(({ id }) => id);
    whole = [];
    await note(noted, { verified_at: now(), verified_to: 0 });
  }

  async function note(ids: string[], values: { verified_at?: number; verified_to: number }): Promise<void> {
    if (ids.length > 0) await db.updateTable('blobs').set(values).where('id', 'in', ids).execute();
  }
}
