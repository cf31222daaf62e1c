import type { Server } from '../server.ts';
import { requireGlobals } from './requests/environment.ts';
import { sizeOf } from './requests/source-bytes.ts';
import { StorageError, toStorageError } from './requests/storage-error.ts';
import { createTransfer } from './transfer/transfer.ts';
import type { UploadOptions, UploadSource } from './transfer/upload-options.ts';
import { createUploadRequests } from './transfer/upload-requests.ts';
import { nextUploadState, type UploadEvent, type UploadState } from './transfer/upload-state.ts';

/** The stored file. */
export type UploadMetadata = {
  fileId: string;
  /** By which it can be undone (`POST /api/undo/{operationId}`); null if there is nothing to undo, or if it is not known. */
  operationId: string | null;
  name: string;
  folderId: string | null;
  /** In bytes. */
  size: number;
  contentType?: string;
  /** Hexadecimal, if a digest was requested. */
  sha256?: string;
};

/** The state of an upload at one moment. Bytes are those that the server has acknowledged or that are being sent. */
export type UploadSnapshot = {
  state: UploadState;
  bytesTransferred: number;
  totalBytes: number;
  /** Set if the state is success. */
  metadata?: UploadMetadata;
  /** Set if the state is error. */
  error?: StorageError;
};

/** A running upload. */
export type UploadTask = {
  snapshot(): UploadSnapshot;
  /** Calls the listener after each change; returns a function that removes it. */
  observe(listener: () => void): () => void;
  /** Each returns false if the state does not allow it (specification, section 4). */
  pause(): boolean;
  resume(): boolean;
  cancel(): boolean;
  /** Cancels it in any state, including paused, which `cancel` does not allow (specification, section 4). */
  discard(): void;
  /** The id of the stored file; rejects with StorageError. */
  done: Promise<string>;
};

/**
 * Starts an upload. Files of 262,144 bytes or fewer are sent in one request, larger ones in chunks that double from
 * 262,144 to 33,554,432 bytes (specification, section 9), each at the offset that the server reports.
 */
export function startUpload(server: Server, source: UploadSource, options: UploadOptions = {}): UploadTask {
  const totalBytes = sizeOf(source.body);
  const listeners = new Set<() => void>();
  let current: UploadSnapshot = { state: 'running', bytesTransferred: 0, totalBytes };
  /** Aborts the current run; undefined if there is none. */
  let running: AbortController | undefined;
  const { promise: done, resolve, reject } = Promise.withResolvers<string>();
  done.catch(() => {}); // Callers that only observe need not handle it.
  const transfer = createTransfer(server, source, options, (bytesTransferred) => {
    if (is('running')) publish({ bytesTransferred });
  });
  globalThis.addEventListener?.('online', retryNow);
  void run();

  return {
    snapshot: () => current,
    observe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    pause() {
      if (!transition('pause')) return false;
      running?.abort();
      return true;
    },
    resume() {
      if (!transition('resume')) return false;
      // A run that is still stopping continues by itself.
      if (running === undefined) void run();
      return true;
    },
    cancel,
    discard() {
      transition('resume'); // Sends nothing: only a running upload can be canceled.
      cancel();
    },
    done,
  };

  async function run(): Promise<void> {
    while (is('running')) {
      const { signal } = (running = new AbortController());
      try {
        requireGlobals(['Blob', 'TextEncoder', 'btoa']);
        const stored = await transfer.run(signal);
        const { name, folderId, contentType } = source;
        const metadata = { ...stored, name, folderId, size: totalBytes, contentType };
        end('succeeded', { bytesTransferred: totalBytes, metadata });
        return resolve(stored.fileId);
      } catch (error) {
        if (!signal.aborted) {
          const failure = toStorageError(error);
          end('failed', { error: failure });
          return reject(failure);
        }
      } finally {
        running = undefined;
      }
      if (is('canceling')) return await endCanceled();
      transition('stopped'); // Not allowed if it was resumed meanwhile: then the loop continues.
    }
  }

  function cancel(): boolean {
    if (!transition('cancel')) return false;
    if (running) running.abort();
    else void endCanceled();
    return true;
  }

  async function endCanceled(): Promise<void> {
    await transfer.terminate();
    end('stopped');
    reject(new StorageError('canceled'));
  }

  function end(event: UploadEvent, also?: Partial<UploadSnapshot>) {
    globalThis.removeEventListener?.('online', retryNow);
    transition(event, also);
  }

  function is(state: UploadState): boolean {
    return current.state === state;
  }

  function transition(event: UploadEvent, also: Partial<UploadSnapshot> = {}): boolean {
    const state = nextUploadState(current.state, event);
    if (state === undefined) return false;
    publish({ ...also, state });
    return true;
  }

  function publish(part: Partial<UploadSnapshot>) {
    current = { ...current, ...part };
    for (const listener of listeners) listener();
  }

  function retryNow() {
    if (is('running')) transfer.retryNow();
  }
}

/** Deletes an unfinished upload that no task sends from the server; if that fails, the server removes it when it expires. */
export function terminateUpload(server: Server, url: string): Promise<void> {
  return createUploadRequests(server, 0, {})
    .terminate(url, new AbortController().signal)
    .catch(() => {});
}
