import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type Report, reportToStderr } from '#server/workers/restarts.ts';
import { createWorkerRpc } from '#server/workers/worker-rpc.ts';
import type { BlobSums } from '../blob-store.ts';
import type { HashNotification, HashRequest, HashResult, HashSettings } from './hash-messages.ts';
import { readParts, removeNote } from './hashing-note.ts';
import { withBuffers } from './running-sums.ts';

export type Hasher = {
  /** Bytes come from `offset` on, of a file that will have `length` bytes. */
  grows(path: string, offset: number, length: number): void;
  /** A file has bytes up to `end`, which are to be hashed in the background. */
  ahead(path: string, end: number): void;
  /**
   * The hashes and sums of the first `size` bytes. Only what was not hashed ahead is read now; calling it again costs
   * nothing. Rejects with what reading the file throws, WorkerUnavailable.
   */
  hash(path: string, size: number): Promise<BlobSums>;
  /** The bytes behind `end` changed, or were removed. */
  forget(path: string, end: number): void;
  /** Ends the thread; pending calls are rejected. */
  close(): Promise<void>;
};

/** Hashes files in a worker thread, which starts when it is first needed. */
export function createHasher(settings: HashSettings, report: Report = reportToStderr): Hasher {
  const thread = createWorkerRpc<HashRequest, HashResult, HashNotification>({
    module: new URL('hash-worker.ts', import.meta.url),
    workerData: settings,
    name: 'hasher',
    what: 'The thread that hashes files',
    report,
    onEnd: removeNotes,
  });
  let closed = false;

  return {
    grows: (path, offset, length) => thread.notify({ kind: 'grows', path, offset, length }),
    ahead: (path, end) => thread.notify({ kind: 'ahead', path, end }),
    hash: async (path, size) => sumsOf(path, await thread.call({ kind: 'hash', path, end: size })),
    // A thread that does not run knows of no file.
    forget: (path, end) => thread.notifyIfRunning({ kind: 'forget', path, end }),
    async close() {
      closed = true;
      await thread.close();
    },
  };

  /** A thread that died took along which of the noted bytes have changed. */
  function removeNotes(): void {
    if (closed) return;
    try {
      for (const name of readdirSync(settings.notesFolder)) removeNote(join(settings.notesFolder, name));
    } catch (error) {
      report('Notes of how far files are hashed could not be removed', error);
    }
  }

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
