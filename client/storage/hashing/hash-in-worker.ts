import type { StorageErrorCode } from '#contract/storage-errors.ts';
import { StorageError } from '../requests/storage-error.ts';

/** To hash-worker.ts: a file and a number that its answers carry. */
export type HashRequest = { id: number; body: Blob };

/** From hash-worker.ts: how far it is, then the SHA-256 in hexadecimal, or why there is none. */
export type HashAnswer =
  | { id: number; bytes: number }
  | { id: number; sha256: string }
  | { id: number; code: StorageErrorCode; message: string };

/** What a Worker offers; a test may give something else. */
type Port = Pick<Worker, 'postMessage' | 'addEventListener'>;

type Waiting = { onProgress?: (bytes: number) => void } & Pick<
  PromiseWithResolvers<string>,
  'promise' | 'resolve' | 'reject'
>;

/** Hashes files in a worker that runs hash-worker.ts, in the order of the calls. */
export function createWorkerHash(worker: Port) {
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  worker.addEventListener('message', ({ data }: MessageEvent<HashAnswer>) => {
    const call = waiting.get(data.id);
    if (call === undefined) return;
    if ('bytes' in data) return call.onProgress?.(data.bytes);
    waiting.delete(data.id);
    if ('sha256' in data) call.resolve(data.sha256);
    else call.reject(new StorageError(data.code, { message: data.message }));
  });
  worker.addEventListener('error', (event) => {
    for (const { reject } of waiting.values()) reject(new StorageError('unsupported-environment', { cause: event }));
    waiting.clear();
  });

  /** The SHA-256 of the file, hexadecimal. Rejects with cannot-slice-blob or unsupported-environment. */
  return (body: Blob, onProgress?: (bytes: number) => void): Promise<string> => {
    lastId += 1;
    const call = { ...Promise.withResolvers<string>(), onProgress };
    waiting.set(lastId, call);
    worker.postMessage({ id: lastId, body } satisfies HashRequest);
    return call.promise;
  };
}
