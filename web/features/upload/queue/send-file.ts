import type { Server } from '#client/server.ts';
import { sha256AtOnce } from '#client/storage/hashing/hash-at-once.ts';
import { createWorkerHash } from '#client/storage/hashing/hash-in-worker.ts';
import { digestElsewhere } from '#client/storage/hashing/whole-digest.ts';
import { StorageError } from '#client/storage/requests/storage-error.ts';
import { lazyBatches } from '#client/storage/transfer/lazy-batches.ts';
import { reuseIfStored } from '#client/storage/transfer/reuse-if-stored.ts';
import type { UploadOptions, UploadSource } from '#client/storage/transfer/upload-options.ts';
import type { UploadState } from '#client/storage/transfer/upload-state.ts';
import { startUpload, type UploadTask } from '#client/storage/upload.ts';

/** `onUrl` receives the address of a new upload; `closed` is aborted when the session of all of them has ended. */
export type SendOptions = Pick<UploadOptions, 'id' | 'resumeFrom' | 'onUrl'> & { closed: AbortSignal };

/** Whether a file travels together with others, in one request. To ask for its bytes would take as long as to send them. */
export const isSmall = (bytes: number): boolean => bytes <= 64 * 1024;

/** While an upload may still need its hash: one that is paused goes on with it, and asks nothing of the server. */
const goesOn: readonly UploadState[] = ['running', 'pausing', 'paused'];

/**
 * Uploads files with their SHA-256, which the server compares: the browser computes that of a small one at once, where it can, and a
 * worker all others. A file whose bytes the account already stores is not sent again, unless it is small; the worker hashes a
 * large one first only when a file of its size is stored.
 */
export function createSendFile(server: Server) {
  const batches = lazyBatches(server);
  const workerHash = createWorkerHash(
    () => new Worker(new URL('../../../../client/storage/hashing/hash-worker.ts', import.meta.url), { type: 'module' }),
  );

  return (source: UploadSource, { closed, ...options }: SendOptions): UploadTask => {
    const body = source.body as Blob;
    let hashed: Promise<string> | undefined;
    const ended = new AbortController();
    const hashOnce = () => (hashed ??= hashOf(body, AbortSignal.any([ended.signal, closed])));
    const task = startUpload(server, source, {
      ...options,
      digest: digestElsewhere(() => hashOnce().catch(unlessUnsupported)),
      ...(isSmall(body.size)
        ? { batches, ifChanged: true }
        : { findStored: (signal) => reuseIfStored(server, source, hashOnce, { signal }).catch(unlessUnsupported) }),
    });
    // An upload that is being canceled ends only when its hash does.
    task.observe(() => {
      if (!goesOn.includes(task.snapshot().state)) ended.abort();
    });
    return task;
  };

  async function hashOf(body: Blob, signal: AbortSignal): Promise<string> {
    const hash = isSmall(body.size) ? await sha256AtOnce(body) : undefined;
    if (hash !== undefined) return hash;
    if (typeof Worker === 'undefined') throw new StorageError('unsupported-environment');
    return await workerHash(body, { signal });
  }
}

/** A browser that cannot hash still uploads; the server then compares nothing. */
function unlessUnsupported(error: unknown): undefined {
  if (!(error instanceof StorageError) || error.code !== 'unsupported-environment') throw error;
}
