import { newId } from '#client/storage/requests/new-id.ts';
import { toastFadeMs } from '#contract/display.ts';
import { maxBatchFiles } from '#contract/limits.ts';
import type { File as StoredFile } from '#contract/records/entries.ts';
import { createInterruptedUploads } from './interrupted-uploads.ts';
import type { SavedUploads } from './saved-uploads.ts';
import { createUnpackGroups } from './unpack-groups.ts';
import type { UploadItem } from './upload-item.ts';
import { type HeldUpload, heldOf, jobOfFile, newItem, type UploadJob } from './upload-job.ts';
import { createUploadList } from './upload-list.ts';
import { createUploadRunner, type RunnerOptions } from './upload-runner.ts';

/** Requests with small files that are filled: one is sent while the next one gathers. */
const batchesAtOnce = 2;

/** The uploads of this tab, whatever page is open. */
export type UploadQueue = ReturnType<typeof createUploadQueue>;

type Options = Pick<RunnerOptions, 'start'> &
  Partial<RunnerOptions> & {
    /** Where unfinished uploads survive a reload. */
    saved?: SavedUploads;
    /** Deletes the upload with this address from the server. */
    terminate: (url: string) => Promise<void>;
    /** Called with zips that are stored and are to be unpacked together. */
    onUnpack?: (zips: readonly Pick<StoredFile, 'id' | 'name'>[]) => void;
  };

export function createUploadQueue({ start, terminate, saved, onStored, onUnpack = () => {}, ...options }: Options) {
  const { atOnce = 3, smallAtOnce = batchesAtOnce * maxBatchFiles, fadeMs = toastFadeMs } = options;
  const list = createUploadList(saved);
  const groups = createUnpackGroups(list, onUnpack);
  const { startNext, ...runner } = createUploadRunner(list, { start, atOnce, smallAtOnce, fadeMs, groups, onStored });
  const interrupted = createInterruptedUploads(list, saved, { isClosed: runner.isClosed, onAdded: startNext });
  void interrupted.restore();

  return {
    subscribe: list.subscribe,
    snapshot: list.snapshot,
    hold: list.hold,

    /** How many of the files that are uploaded together are stored. */
    uploaded: () => list.batch().uploaded,

    /** The addresses of the uploads of this page. */
    urls: (): string[] => list.jobs().flatMap(({ url }) => (url === undefined ? [] : [url])),

    /**
     * Adds files to a folder; null is Root. Files with a blank name are left out (specification, section 5). A file
     * whose upload into this folder was interrupted resumes that upload. `paused`: they wait until they are resumed.
     * `unpacked`: they are zips that are unpacked together once all of them are stored.
     */
    add(files: Iterable<File>, folderId: string | null, { paused = false, unpacked = false } = {}) {
      const unpacks = unpacked ? { id: newId(), stored: [] } : undefined;
      const resumes = interrupted.resumer({ folderId, unpacks });
      for (const file of files) {
        if (file.name.trim() === '' || resumes(file)) continue;
        list.add(jobOfFile(list.nextId(), { file, folderId, unpacks, paused }));
      }
      startNext();
    },

    /** What is added until the function that is returned is called is one batch, with the rest that it is told of. */
    holdBatch: list.holdBatch,

    addFailed,

    /** Shows a file or folder that the browser could not read. */
    addUnreadable: (name: string) => addFailed(name, 'The browser could not read this.'),

    /** Resumes interrupted uploads with the files that were chosen again; other files are ignored. */
    resumeInterrupted(files: Iterable<File>) {
      const resumes = interrupted.resumer();
      for (const file of files) resumes(file);
      startNext();
    },

    /** Asks for permission to read the files of interrupted uploads, and resumes them. Has to be called by a click. */
    async requestPermission() {
      await interrupted.requestPermission();
      startNext();
    },

    discardInterrupted() {
      for (const job of list.interrupted()) remove(job);
      startNext();
    },

    /** Resumes what an earlier session of the same person held. */
    resumeHeld(held: readonly HeldUpload[]) {
      for (const upload of held) list.add(jobOfFile(list.nextId(), upload));
      startNext();
    },

    /** Pauses an upload, also beyond a reload; the next one takes its place. */
    pause(id: number) {
      const job = list.jobOf(id);
      if (job) pause(job);
      startNext();
    },

    /** Pauses all of them. */
    pauseAll() {
      for (const job of list.jobs()) pause(job);
      startNext();
    },

    /** Resumes a paused upload as soon as there is a place. */
    resume(id: number) {
      const job = list.jobOf(id);
      if (job) resume(job);
      startNext();
    },

    resumeAll() {
      for (const job of list.jobs()) resume(job);
      startNext();
    },

    /** Cancels an upload, or closes a failed one. */
    remove(id: number) {
      const job = list.jobOf(id);
      if (!job) return;
      remove(job);
      startNext();
    },

    /** Tries a failed upload again, from the last byte that the server has. */
    retry(id: number) {
      const job = list.jobOf(id);
      if (job) retry(job);
      startNext();
    },

    /** Tries all failed uploads again that can be. */
    retryAll() {
      for (const job of list.jobs()) retry(job);
      startNext();
    },

    /** Cancels or closes all of them but the interrupted ones, which are discarded by themselves. */
    removeAll() {
      const all = list.jobs().filter(({ item }) => item.state !== 'interrupted');
      for (const job of all) discard(job);
      list.clear(all);
    },

    /** Resolves when no upload is waiting, running or paused. */
    async whenIdle(): Promise<void> {
      if (!list.isBusy()) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      const stop = list.subscribe(() => list.isBusy() || resolve());
      await promise;
      stop();
    },

    /**
     * Stops sending; the queue is not used any more. Returns what is unfinished, for the next session of this person. When that
     * `resumes` it at once, no other page may do so.
     */
    close({ resumes = false } = {}): HeldUpload[] {
      runner.close();
      const forgotten: Promise<void>[] = [];
      const unfinished = list.jobs().flatMap((job) => {
        const held = heldOf(job);
        job.task?.pause();
        if (held && resumes) forgotten.push(list.forget(job));
        return held ? [held] : [];
      });
      if (forgotten.length === 0) saved?.close();
      else void Promise.all(forgotten).then(() => saved?.close());
      return unfinished;
    },
  };

  function retry(job: UploadJob) {
    if (!job.file || job.item.state !== 'failed') return;
    job.task = undefined;
    list.join(job);
    list.change(job, { state: 'waiting', error: false, progress: 0, reason: undefined });
  }

  /** Shows something that cannot be uploaded at all. */
  function addFailed(name: string, reason: string) {
    const failed = { state: 'failed', error: true, canRetry: false, reason } as const;
    const item: UploadItem = { ...newItem(list.nextId(), name, 0), ...failed };
    list.addIdle({ item, folderId: null, lastModified: 0, uploadId: newId() });
  }

  function pause(job: UploadJob) {
    if (job.item.state !== 'running' && job.item.state !== 'waiting') return;
    job.task?.pause();
    list.change(job, { state: 'paused' });
    list.save(job, { paused: true });
  }

  function resume(job: UploadJob) {
    if (job.item.state !== 'paused') return;
    list.change(job, { state: 'waiting' });
    list.save(job, { paused: false });
  }

  function remove(job: UploadJob) {
    discard(job);
    list.remove(job);
  }

  /** To be called while it is in the list. */
  function discard(job: UploadJob) {
    const { task, url, item } = job;
    groups.discarded(job);
    task?.discard();
    // What no task sends any more would count against the quota until it expires.
    if (url !== undefined && (task === undefined || item.state === 'failed')) void terminate(url);
  }
}
