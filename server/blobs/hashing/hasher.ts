import { basename, join } from 'node:path';
import type { BlobSums } from '../blob-store.ts';
import type { HashNotification, HashRequest, HashResult, HashSettings } from './hash-messages.ts';
import { readParts } from './hashing-note.ts';
import { withBuffers } from './running-sums.ts';
import { createWorkerRpc } from './worker-rpc.ts';

export type Hasher = {
  /** Bytes come from `offset` on, of a file that will have `length` bytes. */
  grows(path: string, offset: number, length: number): void;
  /** A file has bytes up to `end`, which are to be hashed in the background. */
  ahead(path: string, end: number): void;
  /**
   * The hashes and sums of the first `size` bytes. Only what was not hashed ahead is read now; calling it again costs
   * nothing. Rejects with what reading the file throws.
   */
  hash(path: string, size: number): Promise<BlobSums>;
  /** The bytes behind `end` changed, or were removed. */
  forget(path: string, end: number): void;
  /** Ends the thread; pending calls are rejected. */
  close(): Promise<void>;
};

/** Hashes files in a worker thread, which starts when it is first needed. */
export function createHasher(settings: HashSettings): Hasher {
  const thread = createWorkerRpc<HashRequest, HashResult, HashNotification>(
    new URL('hash-worker.ts', import.meta.url),
    settings,
  );

  return {
    grows: (path, offset, length) => thread.notify({ kind: 'grows', path, offset, length }),
    ahead: (path, end) => thread.notify({ kind: 'ahead', path, end }),
    hash: async (path, size) => sumsOf(path, await thread.call({ kind: 'hash', path, end: size })),
    // A thread that does not run knows of no file.
    forget: (path, end) => thread.notifyIfRunning({ kind: 'forget', path, end }),
    close: thread.close,
  };

  function sumsOf(path: string, { hashes, notedParts, parts }: HashResult): BlobSums {
    const note = join(settings.notesFolder, basename(path));
    return {
      ...hashes,
      async *parts() {
        if (notedParts > 0) yield* readParts(note, notedParts);
        for (const part of parts) yield withBuffers(part);
      },
    };
  }
}
