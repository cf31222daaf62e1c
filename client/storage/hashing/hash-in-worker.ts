import type { StorageErrorCode } from '#contract/storage-errors.ts';
import { StorageError } from '../requests/storage-error.ts';
import type { HashOptions } from './hash.ts';

/** To hash-worker.ts: a file, and an id that its responses repeat; without a file nobody needs the hash of that id any more. */
export type HashRequest = { id: number; body?: Blob };

/** From hash-worker.ts: progress in bytes, then the SHA-256 in hexadecimal or an error. */
export type HashResponse =
  | { id: number; bytes: number }
  | { id: number; sha256: string }
  | { id: number; code: StorageErrorCode; message: string };

/** The part of a Worker that is used; tests may pass another. */
type Port = Pick<Worker, 'postMessage' | 'addEventListener' | 'terminate'>;

type Call = Pick<HashOptions, 'onProgress'> & Pick<PromiseWithResolvers<string>, 'promise' | 'resolve' | 'reject'>;

/**
 * Creates a function that hashes files, in the order of the calls, in a worker running hash-worker.ts, which `start` makes
 * with the first call and again after it has failed.
 */
export function createWorkerHash(start: () => Port) {
  const calls = new Map<number, Call>();
  let worker: Port | undefined;
  let lastId = 0;

  /**
   * The SHA-256 of the file, hexadecimal. Rejects with cannot-slice-blob or unsupported-environment, or with the reason of
   * `signal` if it is aborted, which makes way for the next file.
   */
  return (body: Blob, { signal, onProgress }: HashOptions = {}): Promise<string> => {
    const id = (lastId += 1);
    const call = { ...Promise.withResolvers<string>(), onProgress };
    calls.set(id, call);
    worker ??= startWorker();
    worker.postMessage({ id, body } satisfies HashRequest);
    signal?.addEventListener('abort', () => {
      call.reject(signal.reason);
      if (calls.delete(id)) worker?.postMessage({ id } satisfies HashRequest);
    });
    return call.promise;
  };

  function startWorker(): Port {
    const started = start();
    started.addEventListener('message', ({ data }: MessageEvent<HashResponse>) => {
      const call = calls.get(data.id);
      if (call === undefined) return;
      if ('bytes' in data) return call.onProgress?.(data.bytes);
      calls.delete(data.id);
      if ('sha256' in data) call.resolve(data.sha256);
      else call.reject(new StorageError(data.code, { message: data.message }));
    });
    started.addEventListener('error', (event) => {
      started.terminate();
      worker = undefined;
      for (const { reject } of calls.values()) reject(new StorageError('unsupported-environment', { cause: event }));
      calls.clear();
    });
    return started;
  }
}
