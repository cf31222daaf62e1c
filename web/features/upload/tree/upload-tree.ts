import type { DriveClient } from '#client/drive-api.ts';
import { createFoldersIn } from '#client/find-folder.ts';
import { StorageError } from '#client/storage/requests/storage-error.ts';
import { isAway } from '#client/storage/retries/retry.ts';
import { withRetries } from '#client/storage/retries/retry-loop.ts';
import { inNaturalOrder } from '#contract/names/natural-order.ts';
import type { UploadQueue } from '../queue/upload-queue.ts';
import { bytesIn, type FileTree, filesIn } from './file-tree.ts';

type Deps = {
  api: Pick<DriveClient, 'folders'>;
  queue: Pick<UploadQueue, 'add' | 'addFailed' | 'holdBatch' | 'whenIdle'>;
  /** Called with each folder directly in a tree when it is there, and again when everything is uploaded. */
  onFolder: (id: string, isFirst: boolean) => void;
};

type CreateFolder = ReturnType<typeof createFoldersIn>;

type TreeOptions = {
  /** Its folders are created and its files wait. */
  paused?: boolean;
  /** The files beside its folders are zips that are unpacked together. */
  unpacks?: boolean;
};

/** What is left of a whole folder whose session ended, also of one that is still being read; `folderId` null is Root. */
export type HeldTree = Required<TreeOptions> & { tree: FileTree | Promise<FileTree>; folderId: string | null };

export type UploadTree = ReturnType<typeof createUploadTree>;

/**
 * Uploads whole folders in the order of their names: creates their folders, reuses those that exist, and hands their files
 * to the queue. While the server cannot be reached, it waits.
 */
export function createUploadTree({ api, queue, onFolder }: Deps) {
  let running = 0;
  const left = new Set<HeldTree>();
  const closed = new AbortController();
  let canceled = new AbortController();
  const listeners = new Set<() => void>();

  return {
    /** Whether whole folders are being uploaded. */
    isRunning: () => running > 0,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    /**
     * Uploads `tree` into a folder; null is Root. One that is still being read never rejects, and counts as running. Resolves
     * when all of its folders are there, it is canceled, or the session has ended. A folder that cannot be created shows as a
     * failed upload. The tree loses what is done.
     */
    async upload(
      tree: HeldTree['tree'],
      folderId: string | null,
      { paused = false, unpacks = false }: TreeOptions = {},
    ): Promise<void> {
      const ids: string[] = [];
      const held = { tree, folderId, paused, unpacks };
      const signal = AbortSignal.any([closed.signal, canceled.signal]);
      left.add(held);
      count(1);
      const whole = await tree;
      if (signal.aborted) return;
      held.tree = whole;
      const releaseBatch = queue.holdBatch(() => ({ total: filesIn(whole), totalBytes: bytesIn(whole) }));
      signal.addEventListener('abort', releaseBatch);
      try {
        if (unpacks) queue.add(whole.files.splice(0), folderId, { paused: held.paused, unpacked: true });
        await uploadTree(held, whole, folderId, signal, (id) => {
          ids.push(id);
          onFolder(id, ids.length === 1);
        });
      } catch {
        return;
      } finally {
        releaseBatch();
      }
      left.delete(held);
      void queue.whenIdle().then(() => {
        count(-1);
        for (const id of ids) onFolder(id, false);
      });
    },

    /** From now on the files of the folders that are being uploaded wait; those of later ones do not. */
    pause: () => setPaused(true),
    /** Their files wait no longer. Those that the queue has are left to it. */
    resume: () => setPaused(false),

    /** Creates no more folders and hands out no more files. What the queue has is left to it. */
    cancel() {
      canceled.abort();
      canceled = new AbortController();
      count(-left.size);
      left.clear();
    },

    /** Uploads nothing more. Returns what is left, for the next session of this person. */
    close(): HeldTree[] {
      closed.abort();
      return [...left];
    },
  };

  function count(by: number) {
    running += by;
    for (const listener of listeners) listener();
  }

  function setPaused(paused: boolean) {
    for (const held of left) held.paused = paused;
  }

  /** Throws only when `signal` is aborted: it was canceled, or the session has ended. */
  async function uploadTree(
    whole: HeldTree,
    tree: FileTree,
    folderId: string | null,
    signal: AbortSignal,
    onTop?: (id: string) => void,
  ): Promise<void> {
    queue.add(
      inNaturalOrder(tree.files.splice(0), ({ name }) => name),
      folderId,
      whole,
    );
    const create = createFoldersIn(api, folderId);
    for (const [name, child] of inNaturalOrder([...tree.folders], ([key]) => key)) {
      try {
        const id = await folderNamed(name, create, signal);
        signal.throwIfAborted();
        onTop?.(id);
        await uploadTree(whole, child, id, signal);
      } catch (error) {
        if (error instanceof StorageError && error.code === 'unauthenticated') closed.abort();
        signal.throwIfAborted();
        queue.addFailed(name, error instanceof Error ? error.message : 'This folder could not be created.');
      }
      tree.folders.delete(name);
    }
  }

  /** Waits for the server, however long. */
  async function folderNamed(name: string, create: CreateFolder, signal: AbortSignal): Promise<string> {
    for (;;) {
      try {
        return await withRetries(() => create(name, { signal }), signal);
      } catch (error) {
        if (!isAway(error)) throw error;
      }
    }
  }
}
