/**
 * Computes the SHA-256 of files in a worker, one at a time:
 * `new Worker(new URL('../../client/storage/hashing/hash-worker.ts', import.meta.url), { type: 'module' })`.
 */

import { toStorageError } from '../requests/storage-error.ts';
import { sha256Of } from './hash.ts';
import type { HashRequest, HashResponse } from './hash-in-worker.ts';

/** Those that wait or are under way, by their ids. */
const wanted = new Map<number, AbortController>();
let queue = Promise.resolve();

globalThis.addEventListener('message', ({ data: { id, body } }: MessageEvent<HashRequest>) => {
  if (body === undefined) return wanted.get(id)?.abort();
  const ending = new AbortController();
  wanted.set(id, ending);
  queue = queue.then(() => hash(id, body, ending.signal)).finally(() => wanted.delete(id));
});

async function hash(id: number, body: Blob, signal: AbortSignal): Promise<void> {
  try {
    signal.throwIfAborted();
    const sha256 = await sha256Of(body, { signal, onProgress: (bytes) => respond({ id, bytes }) });
    respond({ id, sha256 });
  } catch (error) {
    const { code, message } = toStorageError(error);
    respond({ id, code, message });
  }
}

function respond(response: HashResponse): void {
  globalThis.postMessage(response);
}
