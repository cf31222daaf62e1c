import type { UploadSource, UploadTask } from '#client/storage/upload.ts';

/** An upload as the page shows it (specification, section 3: id, name, progress 0 to 1, error flag). */
export type UploadItem = {
  id: number;
  name: string;
  progress: number;
  error: boolean;
  /** Why it failed, in a sentence. */
  reason?: string;
  state: 'waiting' | 'running' | 'failed' | 'done';
  /** Whether trying again can help. */
  again: boolean;
};

type Uploads = { items: readonly UploadItem[] /** Files kept since the queue was last empty. */; kept: number };

/** The files that are on their way, whatever page is open. */
export type UploadQueue = ReturnType<typeof createUploadQueue>;

type Options = {
  start: (source: UploadSource) => UploadTask;
  /** How many files are sent at once. */
  atOnce?: number;
  /** How long a finished upload stays to fade away, in milliseconds. */
  fadeMs?: number;
};

type Job = { item: UploadItem; source?: UploadSource; task?: UploadTask };

export function createUploadQueue({ start, atOnce = 3, fadeMs = 300 }: Options) {
  let jobs: Job[] = [];
  let snapshot: Uploads = { items: [], kept: 0 };
  let kept = 0;
  let lastId = 0;
  let closed = false;
  const listeners = new Set<() => void>();

  return {
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    snapshot: () => snapshot,

    /** Takes files for a folder; null is Root. Files with a blank name are left out (specification, section 5). */
    add(files: Iterable<File>, folderId: string | null) {
      for (const file of files) {
        if (file.name.trim() === '') continue;
        const { name, type, lastModified } = file;
        const source = { body: file, name, folderId, lastModified, ...(type ? { contentType: type } : {}) };
        jobs.push({ item: newItem(name), source });
      }
      startNext();
      publish();
    },

    /** Shows something that cannot be uploaded at all. */
    refuse(name: string, reason: string) {
      jobs.push({ item: { ...newItem(name), state: 'failed', error: true, again: false, reason } });
      publish();
    },

    /** Stops an upload, or closes a failed one. */
    remove(id: number) {
      const job = jobs.find(({ item }) => item.id === id);
      job?.task?.cancel();
      drop(id);
    },

    /** Sends a failed file again, from its first byte. */
    retry(id: number) {
      const job = jobs.find(({ item }) => item.id === id);
      if (!job?.source || job.item.state !== 'failed') return;
      job.task = undefined;
      change(job, { state: 'waiting', error: false, progress: 0, reason: undefined });
      startNext();
      publish();
    },

    /** Stops everything and closes what failed. */
    removeAll() {
      const all = jobs;
      jobs = [];
      for (const { task } of all) task?.cancel();
      kept = 0;
      publish();
    },

    /** Stops everything; the queue is not used any more. */
    close() {
      closed = true;
      this.removeAll();
    },
  };

  function newItem(name: string): UploadItem {
    lastId += 1;
    return { id: lastId, name, progress: 0, error: false, state: 'waiting', again: true };
  }

  function startNext() {
    if (closed) return;
    let running = jobs.filter(({ item }) => item.state === 'running').length;
    for (const job of jobs) {
      if (running >= atOnce) return;
      if (job.item.state !== 'waiting' || !job.source) continue;
      running += 1;
      run(job, job.source);
    }
  }

  function run(job: Job, source: UploadSource) {
    const task = start(source);
    job.task = task;
    change(job, { state: 'running' });
    const stop = task.observe(() => {
      const { bytesTransferred, totalBytes } = task.snapshot();
      change(job, { progress: totalBytes === 0 ? 0 : bytesTransferred / totalBytes });
      publish();
    });
    void task.done
      .then(
        () => finished(job),
        (error: unknown) => failed(job, error),
      )
      .finally(() => {
        stop();
        startNext();
        publish();
      });
  }

  function finished(job: Job) {
    kept += 1;
    change(job, { state: 'done', progress: 1 });
    setTimeout(() => drop(job.item.id), fadeMs);
  }

  function failed(job: Job, error: unknown) {
    if (job.task?.snapshot().state === 'canceled') return drop(job.item.id);
    const reason = error instanceof Error ? error.message : 'Something went wrong here.';
    change(job, { state: 'failed', error: true, reason });
  }

  function drop(id: number) {
    jobs = jobs.filter(({ item }) => item.id !== id);
    startNext();
    publish();
    if (jobs.length === 0) kept = 0;
  }

  function change(job: Job, part: Partial<UploadItem>) {
    job.item = { ...job.item, ...part };
  }

  function publish() {
    snapshot = { items: jobs.map(({ item }) => item), kept };
    for (const listener of listeners) listener();
  }
}
