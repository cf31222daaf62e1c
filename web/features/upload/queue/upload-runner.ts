import { newId } from '#client/storage/requests/new-id.ts';
import { StorageError } from '#client/storage/requests/storage-error.ts';
import { isAway } from '#client/storage/retries/retry.ts';
import type { UploadSource } from '#client/storage/transfer/upload-options.ts';
import type { UploadTask } from '#client/storage/upload.ts';
import type { SendOptions } from './send-file.ts';
import type { createUnpackGroups } from './unpack-groups.ts';
import { sourceOf, type UploadJob } from './upload-job.ts';
import { type Lane, laneOf, lanes } from './upload-lanes.ts';
import type { UploadList } from './upload-list.ts';

export type RunnerOptions = {
  /** Uploads a file, or resumes its upload. */
  start: (source: UploadSource, options: SendOptions) => UploadTask;
  /** How many files are sent at once, and beside them how many small ones, which travel together. */
  atOnce: number;
  smallAtOnce: number;
  /** How long a finished upload stays to fade away, in milliseconds. */
  fadeMs: number;
  /** Told of each that is stored, before the browser forgets it. */
  groups: Pick<ReturnType<typeof createUnpackGroups>, 'stored'>;
  /** An upload was stored as this file, by an operation unless nothing was changed. */
  onStored?: ((fileId: string, file: File, operationId: string | null) => void) | undefined;
};

/** After this long one is begun again that waits for the server, in milliseconds: it may have been given up at once. */
const awayMs = 10_000;

/** Sends the uploads of a list in their order, a few at once. Those that the server was away for are begun again. */
export function createUploadRunner(list: UploadList, options: RunnerOptions) {
  const { start, atOnce, smallAtOnce, fadeMs, groups, onStored } = options;
  const closed = new AbortController();
  let isSoon = false;

  return {
    startNext,
    isClosed: () => closed.signal.aborted,
    close: () => closed.abort(),
  };

  /** Starts or resumes waiting uploads while there are places. */
  function startNext() {
    list.publish();
    if (closed.signal.aborted) return;
    for (const job of list.inOrder()) {
      if (!lanes.some(isOpen)) return;
      const { state, size } = job.item;
      if (state !== 'waiting' || !job.file || placesFor(laneOf(size)) <= 0) continue;
      list.change(job, { state: 'running' });
      if (job.task) job.task.resume();
      else run(job, job.file);
    }
  }

  function isOpen(lane: Lane): boolean {
    return list.count('waiting', lane) > 0 && placesFor(lane) > 0;
  }

  /** Large files never take the last place, so that others need not wait for them. */
  function placesFor(lane: Lane): number {
    if (lane === 'small') return smallAtOnce - list.count('running', 'small');
    const large = list.count('running', 'large');
    const places = atOnce - list.count('running', 'medium') - large;
    return lane === 'large' ? Math.min(places, Math.max(1, atOnce - 1) - large) : places;
  }

  /** Those that end in the same turn of the event loop, as small files do that travelled together, are followed at once. */
  function startSoon() {
    if (isSoon) return;
    isSoon = true;
    setTimeout(() => {
      isSoon = false;
      startNext();
    }, 0);
  }

  function run(job: UploadJob, file: File) {
    const onUrl = (url: string | undefined) => {
      job.url = url;
      // What the server refused begins anew when it is tried again.
      if (url === undefined) job.uploadId = newId();
      list.save(job, { url });
    };
    const at = job.url === undefined ? { id: job.uploadId } : { resumeFrom: job.url };
    const task = start(sourceOf(file, job.folderId), { onUrl, closed: closed.signal, ...at });
    job.task = task;
    const stopObserving = task.observe(() => {
      const { bytesTransferred, totalBytes } = task.snapshot();
      // One that resumes does not know yet how far it came.
      if (bytesTransferred > 0) list.change(job, { progress: bytesTransferred / totalBytes });
    });
    void task.done
      .then(
        (fileId) => {
          groups.stored(job, fileId);
          succeeded(job);
          onStored?.(fileId, file, task.snapshot().metadata?.operationId ?? null);
        },
        (error: unknown) => failed(job, error),
      )
      .finally(() => {
        stopObserving();
        if (job.item.state === 'waiting') setTimeout(startNext, awayMs);
        else startSoon();
      });
  }

  function succeeded(job: UploadJob) {
    list.complete(job);
    setTimeout(() => list.remove(job), fadeMs);
  }

  function failed(job: UploadJob, error: unknown) {
    if (job.task?.snapshot().state === 'canceled') return list.remove(job);
    // Its session ends now, and holds it for the next one.
    if (error instanceof StorageError && error.code === 'unauthenticated') closed.abort();
    if (closed.signal.aborted || isAway(error)) {
      job.task = undefined;
      return list.change(job, { state: 'waiting' });
    }
    list.change(job, { state: 'failed', error: true, reason: reasonOf(error) });
  }
}

/** Why an upload failed, and what to do. */
function reasonOf(error: unknown): string {
  if (error instanceof StorageError && error.serverCode === 'folder-not-found')
    return 'Its folder is in Trash or was deleted.';
  return error instanceof Error ? error.message : 'Something went wrong. Try again.';
}
