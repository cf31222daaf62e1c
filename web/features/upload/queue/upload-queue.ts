import type { UploadOptions, UploadSource } from '#client/storage/transfer/upload-options.ts';
import type { UploadTask } from '#client/storage/upload.ts';
import { toastFadeMs } from '#contract/display.ts';
import { fileBehind, handleOf } from './file-handles.ts';
import type { SavedUploads } from './saved-uploads.ts';
import { emptyBatch, type UploadBatch, withFile } from './upload-batch.ts';
import { isOnItsWay, type UploadItem } from './upload-item.ts';
import { isSame, jobOfFile, jobOfSaved, newItem, sourceOf, type UploadJob } from './upload-job.ts';

type Uploads = { items: readonly UploadItem[]; batch: UploadBatch };

/** The files that are on their way, whatever page is open. */
export type UploadQueue = ReturnType<typeof createUploadQueue>;

type Options = {
  /** Sends a file, or goes on with an upload that was begun; `onUrl` is told the address of a new one. */
  start: (source: UploadSource, options: Pick<UploadOptions, 'resumeFrom' | 'onUrl'>) => UploadTask;
  /** Where unfinished uploads are kept over a reload. */
  kept?: SavedUploads;
  /** How many files are sent at once. */
  atOnce?: number;
  /** How long a finished upload stays to fade away, in milliseconds. */
  fadeMs?: number;
};

/** Thousands of small files change many times a second; listeners hear of all that happened in this time at once. */
const tellingMs = 30;
/** Large files, in bytes, never take the last place, so that small ones need not wait for them. */
const largeBytes = 32 * 1024 ** 2;

export function createUploadQueue({ start, kept, atOnce = 3, fadeMs = toastFadeMs }: Options) {
  let jobs: UploadJob[] = [];
  let batch = emptyBatch;
  let snapshot: Uploads | undefined;
  let lastId = 0;
  let closed = false;
  let told = false;
  const listeners = new Set<() => void>();
  void restore();

  return {
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    snapshot: (): Uploads => (snapshot ??= { items: jobs.map(({ item }) => item), batch: batchNow() }),

    /** The addresses of the uploads of this page. */
    urls: (): string[] => jobs.flatMap(({ url }) => (url === undefined ? [] : [url])),

    /**
     * Takes files for a folder; null is Root. Files with a blank name are left out (specification, section 5). One that
     * an unfinished upload into this folder lost goes on where that was.
     */
    add(files: Iterable<File>, folderId: string | null) {
      for (const file of files) {
        if (file.name.trim() === '') continue;
        const lost = jobs.find((job) => job.item.state === 'lost' && job.folderId === folderId && isSame(job, file));
        if (lost) give(lost, file);
        else addJob(jobOfFile(nextId(), file, folderId));
      }
      startNext();
    },

    /** Gives lost uploads the files that were chosen again. Files that none of them lost are not taken. */
    find(files: Iterable<File>) {
      for (const file of files) {
        const lost = jobs.find((job) => job.item.state === 'lost' && isSame(job, file));
        if (lost) give(lost, file);
      }
      startNext();
    },

    /** Asks the person to let the browser read the files of lost uploads again. Has to be called by a click. */
    async allow() {
      for (const job of jobs) {
        if (job.item.state !== 'lost' || job.handle === undefined) continue;
        const file = await fileBehind(job.handle, { mayAsk: true });
        if (file instanceof File && isSame(job, file)) give(job, file);
        else if (file !== 'ask') change(job, { wants: 'file' });
      }
      startNext();
    },

    /** Shows something that cannot be uploaded at all. */
    refuse(name: string, reason: string) {
      const item: UploadItem = { ...newItem(nextId(), name, 0), state: 'failed', error: true, again: false, reason };
      jobs.push({ item, folderId: null, lastModified: 0 });
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

    /** Tries a failed file again, from the last byte that the server kept. */
    retry(id: number) {
      const job = jobOf(id);
      if (!job?.file || job.item.state !== 'failed') return;
      job.task = undefined;
      change(job, { state: 'waiting', error: false, progress: 0, reason: undefined });
      startNext();
    },

    /** Forgets the uploads that are lost. */
    giveUpLost() {
      for (const job of jobs.filter(({ item }) => item.state === 'lost')) drop(job.item.id);
    },

    removeAll,

    /** Stops everything; the queue is not used any more. */
    close() {
      closed = true;
      removeAll();
      kept?.close();
    },
  };

  function removeAll() {
    const all = jobs;
    jobs = [];
    batch = emptyBatch;
    for (const job of all) {
      job.task?.discard();
      forget(job);
    }
    publish();
  }

  /** What earlier pages of this browser began and did not end. */
  async function restore() {
    for (const row of (await kept?.adopt()) ?? []) {
      if (closed) return;
      const job = await jobOfSaved(nextId(), row);
      if (job.file) addJob(job);
      else jobs.push(job);
    }
    startNext();
  }

  function addJob(job: UploadJob) {
    if (!jobs.some(({ item }) => isOnItsWay(item))) batch = emptyBatch;
    batch = withFile(batch, job.item.size);
    if (job.file && job.key === undefined) job.key = kept?.add(job.file, job.folderId);
    jobs.push(job);
  }

  function give(job: UploadJob, file: File) {
    job.file = file;
    job.handle = undefined;
    jobs = jobs.filter((other) => other !== job);
    job.item = { ...job.item, state: 'waiting', wants: undefined };
    addJob(job);
    const bytes = handleOf(file);
    if (bytes) void job.key?.then((key) => kept?.change(key, { bytes }));
  }

  function nextId(): number {
    lastId += 1;
    return lastId;
  }

  function jobOf(id: number): UploadJob | undefined {
    return jobs.find(({ item }) => item.id === id);
  }

  function startNext() {
    publish();
    if (closed) return;
    const running = jobs.filter(({ item }) => item.state === 'running');
    let places = atOnce - running.length;
    let placesForLarge = Math.max(1, atOnce - 1) - running.filter(({ item }) => item.size > largeBytes).length;
    for (const job of jobs) {
      if (places <= 0) return;
      const isLarge = job.item.size > largeBytes;
      if (job.item.state !== 'waiting' || !job.file || (isLarge && placesForLarge <= 0)) continue;
      places -= 1;
      if (isLarge) placesForLarge -= 1;
      change(job, { state: 'running' });
      if (job.task) job.task.resume();
      else run(job, job.file);
    }
  }

  function run(job: UploadJob, file: File) {
    const onUrl = (url: string | undefined) => {
      job.url = url;
      void job.key?.then((key) => kept?.change(key, { url }));
    };
    const resume = job.url === undefined ? { onUrl } : { onUrl, resumeFrom: job.url };
    const task = start(sourceOf(file, job.folderId), resume);
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

  function finished(job: UploadJob) {
    forget(job);
    batch = { ...batch, kept: batch.kept + 1, keptBytes: batch.keptBytes + job.item.size };
    change(job, { state: 'done', progress: 1 });
    setTimeout(() => drop(job.item.id), fadeMs);
  }

  function failed(job: UploadJob, error: unknown) {
    if (job.task?.snapshot().state === 'canceled') return drop(job.item.id);
    const reason = error instanceof Error ? error.message : 'Something went wrong here.';
    change(job, { state: 'failed', error: true, reason });
  }

  function drop(id: number) {
    const job = jobOf(id);
    if (job && isOnItsWay(job.item))
      batch = { ...batch, total: batch.total - 1, totalBytes: batch.totalBytes - job.item.size };
    if (job) forget(job);
    jobs = jobs.filter((other) => other !== job);
    startNext();
  }

  /** The browser need not keep it any longer. */
  function forget(job: UploadJob) {
    void job.key?.then((key) => kept?.remove(key));
  }

  /** What of the batch has arrived, with the parts of files that are on their way. */
  function batchNow(): UploadBatch {
    const moving = jobs.reduce((sum, { item }) => sum + (isOnItsWay(item) ? item.progress * item.size : 0), 0);
    return { ...batch, movedBytes: batch.keptBytes + moving };
  }

  function change(job: UploadJob, part: Partial<UploadItem>) {
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
