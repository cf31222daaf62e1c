import { handleOf } from './file-handles.ts';
import type { SavedUploads } from './saved-uploads.ts';
import { type BatchRest, emptyBatch, type UploadBatch, withFile, withoutFile, withUploaded } from './upload-batch.ts';
import { isUnfinished, type UploadItem, unfinishedStates } from './upload-item.ts';
import type { UploadJob } from './upload-job.ts';
import { createStateCounts, lanes } from './upload-lanes.ts';
import type { SavedChange } from './upload-rows.ts';

/** What the page shows of the uploads. */
export type Uploads = { items: readonly UploadItem[]; batch: UploadBatch };

/** The uploads of this page in their order, with their batch; `saved` follows what becomes of them. */
export type UploadList = ReturnType<typeof createUploadList>;

/** Thousands of small files change many times a second: listeners hear of all changes within this time at once. */
const notifyIntervalMs = 30;

export function createUploadList(saved?: SavedUploads) {
  /** By their ids: there may be ten thousands of them. */
  const jobs = new Map<number, UploadJob>();
  const counts = createStateCounts();
  const interrupted = new Set<UploadJob>();
  let batch = emptyBatch;
  let inBatch = new WeakSet<UploadJob>();
  /** What keeps the batch open tells what is still to come. */
  const holders = new Set<() => BatchRest>();
  let snapshot: Uploads | undefined;
  /** What listeners saw last, and whether what is done stays in it. */
  let seen: readonly UploadItem[] = [];
  let isHeld = false;
  let lastId = 0;
  let isNotifying = false;
  const listeners = new Set<() => void>();

  return {
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    snapshot: (): Uploads => (snapshot ??= { items: (seen = shownItems()), batch: currentBatch() }),

    /** While it is held, what is done stays where it was seen, so that nothing beside it moves. */
    hold(on: boolean) {
      if (isHeld === on) return;
      isHeld = on;
      publish();
    },

    batch: (): Omit<UploadBatch, 'sentBytes'> => batch,
    jobs: allJobs,
    /** All of them, without a copy. */
    inOrder: (): Iterable<UploadJob> => jobs.values(),
    interrupted: (): readonly UploadJob[] => [...interrupted],
    isInterrupted: (job: UploadJob): boolean => interrupted.has(job),
    /** How many are in a state. */
    count: counts.of,
    jobOf: (id: number): UploadJob | undefined => jobs.get(id),
    isBusy,
    nextId: () => (lastId += 1),

    /** Adds an upload that can be sent, and saves it. */
    add,

    /** To be called with one that failed before it waits again. */
    join,

    /**
     * What is added until the function that is returned is called is one batch, also when all before it is stored, and the batch
     * that is shown has the `rest`, too, which is still to be added.
     */
    holdBatch(rest: () => BatchRest): () => void {
      if (isIdle()) startBatch();
      holders.add(rest);
      return () => {
        holders.delete(rest);
        publish();
      };
    },

    /** Adds an upload that is only shown: it failed from the start, or is interrupted. */
    addIdle(job: UploadJob) {
      enter(job);
      publish();
    },

    /** Gives an interrupted upload its file; it goes to the end of the list. */
    reattach(job: UploadJob, file: File) {
      job.file = file;
      job.handle = undefined;
      leave(job);
      job.item = { ...job.item, state: 'waiting', needs: undefined };
      add(job);
      const bytes = handleOf(file);
      if (bytes) save(job, { bytes });
    },

    change,
    save,
    forget,

    /** All bytes of the upload have arrived. */
    complete(job: UploadJob) {
      void forget(job);
      batch = withUploaded(batch, job.item.size);
      change(job, { state: 'done', progress: 1 });
    },

    remove(job: UploadJob) {
      if (!leave(job)) return;
      if (isUnfinished(job.item)) batch = withoutFile(batch, job.item.size);
      if (job.item.state !== 'done') void forget(job);
      publish();
    },

    /** Removes these, and empties the batch. */
    clear(removed: readonly UploadJob[]) {
      for (const job of removed) {
        leave(job);
        void forget(job);
      }
      startBatch();
      publish();
    },

    publish,
  };

  function add(job: UploadJob) {
    join(job);
    if (job.file && job.key === undefined) {
      const { uploadId, unpacks } = job;
      job.key = saved?.add(job.file, job.folderId, { uploadId, unpacks, isOver: () => isOver(job) });
      if (job.url !== undefined || job.item.state === 'paused')
        save(job, { url: job.url, paused: job.item.state === 'paused' });
    }
    enter(job);
  }

  /** Counts an upload in the batch, a new one after all was idle, unless the batch has it already. */
  function join(job: UploadJob) {
    if (inBatch.has(job)) return;
    if (isIdle()) startBatch();
    inBatch.add(job);
    batch = withFile(batch, job.item.size);
  }

  function startBatch() {
    batch = emptyBatch;
    inBatch = new WeakSet();
  }

  function isIdle(): boolean {
    return holders.size === 0 && !isBusy();
  }

  function enter(job: UploadJob) {
    jobs.set(job.item.id, job);
    counts.count(job.item, 1);
    if (job.item.state === 'interrupted') interrupted.add(job);
  }

  /** Whether it was in the list. */
  function leave(job: UploadJob): boolean {
    if (!jobs.delete(job.item.id)) return false;
    counts.count(job.item, -1);
    interrupted.delete(job);
    return true;
  }

  /** One that was removed may still change. */
  function change(job: UploadJob, part: Partial<UploadItem>) {
    const isListed = jobs.has(job.item.id);
    if (isListed) counts.count(job.item, -1);
    job.item = { ...job.item, ...part };
    if (isListed) counts.count(job.item, 1);
    publish();
  }

  function save(job: UploadJob, part: SavedChange) {
    void job.key?.then((key) => saved?.change(key, part));
  }

  function isOver({ item: { id, state } }: UploadJob): boolean {
    return state === 'done' || !jobs.has(id);
  }

  /** The browser does not save the upload any more. */
  async function forget(job: UploadJob): Promise<void> {
    const key = await job.key;
    if (key !== undefined) await saved?.remove(key);
  }

  function shownItems(): readonly UploadItem[] {
    const items = allJobs().map(({ item }) => item);
    const stay = isHeld ? seen.filter(({ id, state }) => state === 'done' && !jobs.has(id)) : [];
    return stay.length === 0 ? items : [...stay, ...items].toSorted((one, other) => one.id - other.id);
  }

  function allJobs(): readonly UploadJob[] {
    return [...jobs.values()];
  }

  /** Whether there are some that are not at their end. */
  function isBusy(): boolean {
    return lanes.some((lane) => unfinishedStates.some((state) => counts.of(state, lane) > 0));
  }

  function currentBatch(): UploadBatch {
    const moving = allJobs().reduce((sum, { item }) => sum + (isUnfinished(item) ? item.progress * item.size : 0), 0);
    const whole = { ...batch, sentBytes: batch.uploadedBytes + moving };
    for (const rest of holders) {
      const { total, totalBytes } = rest();
      whole.total += total;
      whole.totalBytes += totalBytes;
    }
    return whole;
  }

  function publish() {
    snapshot = undefined;
    if (isNotifying) return;
    isNotifying = true;
    setTimeout(() => {
      isNotifying = false;
      for (const listener of listeners) listener();
    }, notifyIntervalMs);
  }
}
