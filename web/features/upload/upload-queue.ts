import type { UploadTask } from '#client/storage/upload.ts';
import type { UploadSource } from '#client/storage/upload-options.ts';
import { toastFadeMs } from '#contract/display.ts';
import { emptyBatch, type UploadBatch, withFile } from './upload-batch.ts';

/** An upload as the page shows it (specification, section 3: id, name, progress 0 to 1, error flag). */
export type UploadItem = {
  id: number;
  name: string;
  progress: number;
  error: boolean;
  /** In bytes. */
  size: number;
  /** Why it failed, in a sentence. */
  reason?: string;
  state: 'waiting' | 'running' | 'paused' | 'failed' | 'done';
  /** Whether trying again can help. */
  again: boolean;
};

type Uploads = { items: readonly UploadItem[]; batch: UploadBatch };

/** The files that are on their way, whatever page is open. */
export type UploadQueue = ReturnType<typeof createUploadQueue>;

type Options = {
  start: (source: UploadSource) => UploadTask;
  /** How many files are sent at once. */
  atOnce?: number;
  /** How long a finished upload stays to fade away, in milliseconds. */
  fadeMs?: number;
};

/** Thousands of small files change many times a second; listeners hear of all that happened in this time at once. */
const tellingMs = 30;

type Job = { item: UploadItem; source?: UploadSource; task?: UploadTask };

export function createUploadQueue({ start, atOnce = 3, fadeMs = toastFadeMs }: Options) {
  let jobs: Job[] = [];
  let batch = emptyBatch;
  let snapshot: Uploads | undefined;
  let lastId = 0;
  let closed = false;
  let told = false;
  const listeners = new Set<() => void>();

  return {
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    snapshot: (): Uploads => (snapshot ??= { items: jobs.map(({ item }) => item), batch: batchNow() }),

    /** Takes files for a folder; null is Root. Files with a blank name are left out (specification, section 5). */
    add(files: Iterable<File>, folderId: string | null) {
      for (const file of files) {
        if (file.name.trim() === '') continue;
        const { name, size, type, lastModified } = file;
        const source = { body: file, name, folderId, lastModified, ...(type ? { contentType: type } : {}) };
        if (!jobs.some(isOnItsWay)) batch = emptyBatch;
        batch = withFile(batch, size);
        jobs.push({ item: newItem(name, size), source });
      }
      startNext();
    },

    /** Shows something that cannot be uploaded at all. */
    refuse(name: string, reason: string) {
      jobs.push({ item: { ...newItem(name, 0), state: 'failed', error: true, again: false, reason } });
      publish();
    },

    /** Holds an upload; another one takes its turn. */
    pause(id: number) {
      const job = jobOf(id);
      if (job?.item.state !== 'running' && job?.item.state !== 'waiting') return;
      job.task?.pause();
      change(job, { state: 'paused' });
      startNext();
    },

    /** A paused upload goes on when it is its turn. */
    resume(id: number) {
      const job = jobOf(id);
      if (job?.item.state !== 'paused') return;
      change(job, { state: 'waiting' });
      startNext();
    },

    /** Stops an upload, or closes a failed one. */
    remove(id: number) {
      const job = jobOf(id);
      job?.task?.discard();
      drop(id);
    },

    /** Sends a failed file again, from its first byte. */
    retry(id: number) {
      const job = jobOf(id);
      if (!job?.source || job.item.state !== 'failed') return;
      job.task = undefined;
      change(job, { state: 'waiting', error: false, progress: 0, reason: undefined });
      startNext();
    },

    /** Stops everything and closes what failed. */
    removeAll() {
      const all = jobs;
      jobs = [];
      batch = emptyBatch;
      for (const { task } of all) task?.discard();
      publish();
    },

    /** Stops everything; the queue is not used any more. */
    close() {
      closed = true;
      this.removeAll();
    },
  };

  function newItem(name: string, size: number): UploadItem {
    lastId += 1;
    return { id: lastId, name, size, progress: 0, error: false, state: 'waiting', again: true };
  }

  function jobOf(id: number): Job | undefined {
    return jobs.find(({ item }) => item.id === id);
  }

  function startNext() {
    publish();
    if (closed) return;
    let running = jobs.filter(({ item }) => item.state === 'running').length;
    for (const job of jobs) {
      if (running >= atOnce) return;
      if (job.item.state !== 'waiting' || !job.source) continue;
      running += 1;
      change(job, { state: 'running' });
      if (job.task) job.task.resume();
      else run(job, start(job.source));
    }
  }

  function run(job: Job, task: UploadTask) {
    job.task = task;
    const stopObserving = task.observe(() => {
      const { bytesTransferred, totalBytes } = task.snapshot();
      change(job, { progress: totalBytes === 0 ? 0 : bytesTransferred / totalBytes });
    });
    void task.done
      .then(
        () => finished(job),
        (error: unknown) => failed(job, error),
      )
      .finally(() => {
        stopObserving();
        startNext();
      });
  }

  function finished(job: Job) {
    batch = { ...batch, kept: batch.kept + 1, keptBytes: batch.keptBytes + job.item.size };
    change(job, { state: 'done', progress: 1 });
    setTimeout(() => drop(job.item.id), fadeMs);
  }

  function failed(job: Job, error: unknown) {
    if (job.task?.snapshot().state === 'canceled') return drop(job.item.id);
    const reason = error instanceof Error ? error.message : 'Something went wrong here.';
    change(job, { state: 'failed', error: true, reason });
  }

  function drop(id: number) {
    const job = jobOf(id);
    if (job && isOnItsWay(job))
      batch = { ...batch, total: batch.total - 1, totalBytes: batch.totalBytes - job.item.size };
    jobs = jobs.filter((other) => other !== job);
    startNext();
  }

  /** What of the batch has arrived, with the parts of files that are on their way. */
  function batchNow(): UploadBatch {
    const moving = jobs.filter(isOnItsWay).reduce((sum, { item }) => sum + item.progress * item.size, 0);
    return { ...batch, movedBytes: batch.keptBytes + moving };
  }

  function change(job: Job, part: Partial<UploadItem>) {
    job.item = { ...job.item, ...part };
    publish();
  }

  function publish() {
    snapshot = undefined;
    if (told) return;
    told = true;
    setTimeout(() => {
      told = false;
      for (const listener of listeners) listener();
    }, tellingMs);
  }
}

/** Whether bytes of it have still to be sent. */
function isOnItsWay({ item: { state } }: Job): boolean {
  return state === 'waiting' || state === 'running' || state === 'paused';
}
