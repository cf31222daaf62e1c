import { basename, join } from 'node:path';
import type { BlobSums } from '../blob-store.ts';
import type { HashAnswer, HashNews, HashQuestion, HashSettings } from './hash-worker.ts';
import { readParts } from './hashing-note.ts';
import { withBuffers } from './running-sums.ts';
import { createWorkerRpc } from './worker-rpc.ts';

export type Hasher = {
  /** Tells that bytes come from `offset` on, of a file that will have `length` bytes. */
  grows(path: string, offset: number, length: number): void;
  /** Tells that a file has bytes up to `end`, so that they are hashed in the background. */
  ahead(path: string, end: number): void;
  /**
   * The hashes and sums of the first `size` bytes. Only what was not hashed ahead is read now; asking again costs
   * nothing. Rejects with what reading the file throws.
   */
  hash(path: string, size: number): Promise<BlobSums>;
  /** Tells that the bytes behind `end` are others now, or gone. */
  forget(path: string, end: number): void;
  /** Ends the thread; who waits for hashes is refused. */
  close(): Promise<void>;
};

/** Hashes files in a thread of its own, which starts when it is needed first. */
export function createHasher(settings: HashSettings): Hasher {
  const thread = createWorkerRpc<HashQuestion, HashAnswer, HashNews>(
    new URL('hash-worker.ts', import.meta.url),
    settings,
  );

  return {
    grows: (path, offset, length) => thread.tell({ kind: 'grows', path, offset, length }),
    ahead: (path, end) => thread.tell({ kind: 'ahead', path, end }),
    hash: async (path, size) => sumsOf(path, await thread.ask({ kind: 'hash', path, end: size })),
    // A thread that does not run knows of no file.
    forget: (path, end) => thread.tellRunning({ kind: 'forget', path, end }),
    close: thread.close,
  };

  function sumsOf(path: string, { hashes, notedParts, parts }: HashAnswer): BlobSums {
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
