/**
 * Computes the SHA-256 of files away from the page:
 * `new Worker(new URL('../../client/storage/hash-worker.ts', import.meta.url), { type: 'module' })`. One file at a time.
 */

import { toStorageError } from '../requests/storage-error.ts';
import { sha256Of } from './hash.ts';
import type { HashAnswer, HashRequest } from './hash-in-worker.ts';

let queue = Promise.resolve();

globalThis.addEventListener('message', ({ data }: MessageEvent<HashRequest>) => {
  queue = queue.then(() => hash(data));
});

async function hash({ id, body }: HashRequest): Promise<void> {
  try {
    const sha256 = await sha256Of(body, { onProgress: (bytes) => tell({ id, bytes }) });
    tell({ id, sha256 });
  } catch (error) {
    const { code, message } = toStorageError(error);
    tell({ id, code, message });
  }
}

function tell(answer: HashAnswer): void {
  globalThis.postMessage(answer);
}
