/**
 * Computes the SHA-256 of files in a worker, one at a time:
 * `new Worker(new URL('../../client/storage/hashing/hash-worker.ts', import.meta.url), { type: 'module' })`.
 */

import { toStorageError } from '../requests/storage-error.ts';
import { sha256Of } from './hash.ts';
import type { HashRequest, HashResponse } from './hash-in-worker.ts';

let queue = Promise.resolve();

globalThis.addEventListener('message', ({ data }: MessageEvent<HashRequest>) => {
  queue = queue.then(() => hash(data));
});

async function hash({ id, body }: HashRequest): Promise<void> {
  try {
    const sha256 = await sha256Of(body, { onProgress: (bytes) => respond({ id, bytes }) });
    respond({ id, sha256 });
  } catch (error) {
    const { code, message } = toStorageError(error);
    respond({ id, code, message });
  }
}

function respond(response: HashResponse): void {
  globalThis.postMessage(response);
}
