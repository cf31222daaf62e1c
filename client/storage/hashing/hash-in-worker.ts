import type { StorageErrorCode } from '#contract/storage-errors.ts';
import { StorageError } from '../requests/storage-error.ts';

/** To hash-worker.ts: a file, and an id that its responses repeat. */
export type HashRequest = { id: number; body: Blob };

/** From hash-worker.ts: progress in bytes, then the SHA-256 in hexadecimal or an error. */
export type HashResponse =
  | { id: number; bytes: number }
  | { id: number; sha256: string }
  | { id: number; code: StorageErrorCode; message: string };

/** The part of a Worker that is used; tests may pass another. */
type Port = Pick<Worker, 'postMessage' | 'addEventListener'>;

type Call = { onProgress?: (bytes: number) => void } & Pick<
  PromiseWithResolvers<string>,
  'promise' | 'resolve' | 'reject'
>;

/** Creates a function that hashes files in a worker running hash-worker.ts, in the order of the calls. */
export function createWorkerHash(worker: Port) {
  const calls = new Map<number, Call>();
  let lastId = 0;
  worker.addEventListener('message', ({ data }: MessageEvent<HashResponse>) => {
    const call = calls.get(data.id);
    if (call === undefined) return;
    if ('bytes' in data) return call.onProgress?.(data.bytes);
    calls.delete(data.id);
    if ('sha256' in data) call.resolve(data.sha256);
    else call.reject(new StorageError(data.code, { message: data.message }));
  });
  worker.addEventListener('error', (event) => {
    for (const { reject } of calls.values()) reject(new StorageError('unsupported-environment', { cause: event }));
    calls.clear();
  });

  /** The SHA-256 of the file, hexadecimal. Rejects with cannot-slice-blob or unsupported-environment. */
  return (body: Blob, onProgress?: (bytes: number) => void): Promise<string> => {
    lastId += 1;
    const call = { ...Promise.withResolvers<string>(), onProgress };
    calls.set(lastId, call);
    worker.postMessage({ id: lastId, body } satisfies HashRequest);
    return call.promise;
  };
}
