import { Worker } from 'node:worker_threads';
import type { BlobHashes } from './blob-store.ts';
import type { HashAnswer, HashMessage } from './hash-worker.ts';

export type Hasher = {
  /** Tells that a file has bytes up to `end`, so that they are hashed in the background. */
  ahead(path: string, end: number): void;
  /**
   * The hashes of the first `size` bytes. Only what was not hashed ahead is read now; asking again costs nothing.
   * Rejects with what reading the file throws.
   */
  hash(path: string, size: number): Promise<BlobHashes>;
  /** Tells that the bytes behind `end` are others now, or gone. */
  forget(path: string, end: number): void;
  /** Ends the thread; who waits for hashes is refused. */
  close(): Promise<void>;
};

type Asker = { resolve: (hashes: BlobHashes) => void; reject: (error: Error) => void };

/** Hashes files in a thread of its own, which starts when it is needed first. */
export function createHasher(): Hasher {
  let worker: Worker | undefined;
  let closed = false;
  let asked = 0;
  const askers = new Map<number, Asker>();

  return {
    ahead: (path, end) => post({ kind: 'ahead', path, end }),
    hash(path, size) {
      if (closed) return Promise.reject(new Error('No more hashes are computed'));
      const { promise, resolve, reject } = Promise.withResolvers<BlobHashes>();
      asked += 1;
      askers.set(asked, { resolve, reject });
      post({ kind: 'hash', path, end: size, ask: asked });
      return promise;
    },
    // A thread that does not run knows of no file.
    forget: (path, end) => worker?.postMessage({ kind: 'forget', path, end } satisfies HashMessage),
    async close() {
      closed = true;
      await worker?.terminate();
    },
  };

  function post(message: HashMessage) {
    if (closed) return;
    worker ??= start();
    worker.postMessage(message);
  }

  function start(): Worker {
    const started = new Worker(new URL('hash-worker.ts', import.meta.url));
    let cause: unknown;
    started.on('message', (answer: HashAnswer) => {
      const asker = askers.get(answer.ask);
      askers.delete(answer.ask);
      if ('hashes' in answer) asker?.resolve(answer.hashes);
      else asker?.reject(Object.assign(new Error(answer.problem.message), { code: answer.problem.code }));
    });
    started.on('error', (error) => {
      cause = error;
    });
    started.on('exit', () => {
      worker = undefined;
      for (const { reject } of askers.values()) reject(new Error('The thread that hashes has ended', { cause }));
      askers.clear();
    });
    return started;
  }
}
