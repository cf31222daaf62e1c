import type { Server } from '../server.ts';
import { requireGlobals } from './requests/environment.ts';
import { sizeOf } from './requests/source-bytes.ts';
import { StorageError, toStorageError } from './requests/storage-error.ts';
import { createTransfer } from './transfer/transfer.ts';
import type { UploadOptions, UploadSource } from './transfer/upload-options.ts';
import { nextUploadState, type UploadEvent, type UploadState } from './transfer/upload-state.ts';

/** What was kept. */
export type UploadMetadata = {
  fileId: string;
  name: string;
  folderId: string | null;
  /** In bytes. */
  size: number;
  contentType?: string;
  /** Hexadecimal, when a digest was wanted. */
  sha256?: string;
};

/** What an upload looks like at one moment. Bytes are those the server has acknowledged or that are on their way. */
export type UploadSnapshot = {
  state: UploadState;
  bytesTransferred: number;
  totalBytes: number;
  /** When the state is success. */
  metadata?: UploadMetadata;
  /** When the state is error. */
  error?: StorageError;
};

/** A running upload. */
export type UploadTask = {
  snapshot(): UploadSnapshot;
  /** Calls the listener after each change; returns the way to stop that. */
  observe(listener: () => void): () => void;
  /** Each returns false when the state does not allow it (specification, section 4). */
  pause(): boolean;
  resume(): boolean;
  cancel(): boolean;
  /** Ends it whatever state it is in, also paused, which `cancel` does not (specification, section 4). */
  discard(): void;
  /** The id of the file that holds the bytes; rejects with StorageError. */
  done: Promise<string>;
};

/**
 * Starts to send a file. 262,144 bytes or fewer travel in one request; larger files in chunks that double from 262,144
 * to 33,554,432 bytes (specification, section 9), each resumed at the offset that the server tells.
 */
export function startUpload(server: Server, source: UploadSource, options: UploadOptions = {}): UploadTask {
  const totalBytes = sizeOf(source.body);
  const listeners = new Set<() => void>();
  let current: UploadSnapshot = { state: 'running', bytesTransferred: 0, totalBytes };
  /** Stops the requests that run now; undefined when none do. */
  let running: AbortController | undefined;
  const { promise: done, resolve, reject } = Promise.withResolvers<string>();
  done.catch(() => {}); // Who only observes need not handle it.
  const transfer = createTransfer(server, source, options, (bytesTransferred) => {
    if (is('running')) publish({ bytesTransferred });
  });
  globalThis.addEventListener?.('online', goOnNow);
  void run();

  return {
    snapshot: () => current,
    observe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    pause() {
      if (!move('pause')) return false;
      running?.abort();
      return true;
    },
    resume() {
      if (!move('resume')) return false;
      // What still stops goes on by itself.
      if (running === undefined) void run();
      return true;
    },
    cancel,
    discard() {
      move('resume'); // Without sending anything: only what runs can be canceled.
      cancel();
    },
    done,
  };

  async function run(): Promise<void> {
    while (is('running')) {
      const { signal } = (running = new AbortController());
      try {
        requireGlobals(['Blob', 'TextEncoder', 'btoa']);
        const { fileId, sha256 } = await transfer.run(signal);
        const { name, folderId, contentType } = source;
        const metadata = { fileId, name, folderId, size: totalBytes, contentType, sha256 };
        end('succeeded', { bytesTransferred: totalBytes, metadata });
        return resolve(fileId);
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
      move('stopped'); // Not allowed when it was resumed meanwhile: then it goes on.
    }
  }

  function cancel(): boolean {
    if (!move('cancel')) return false;
    if (running) running.abort();
    else void endCanceled();
    return true;
  }

  async function endCanceled(): Promise<void> {
    await transfer.giveUp();
    end('stopped');
    reject(new StorageError('canceled'));
  }

  function end(event: UploadEvent, also?: Partial<UploadSnapshot>) {
    globalThis.removeEventListener?.('online', goOnNow);
    move(event, also);
  }

  function is(state: UploadState): boolean {
    return current.state === state;
  }

  function move(event: UploadEvent, also: Partial<UploadSnapshot> = {}): boolean {
    const state = nextUploadState(current.state, event);
    if (state === undefined) return false;
    publish({ ...also, state });
    return true;
  }

  function publish(part: Partial<UploadSnapshot>) {
    current = { ...current, ...part };
    for (const listener of listeners) listener();
  }

  function goOnNow() {
    if (is('running')) transfer.goOnNow();
  }
}
