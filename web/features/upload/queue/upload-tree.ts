import { ApiError } from '#client/api-error.ts';
import type { DriveClient } from '#client/drive-api.ts';
import { findFolder } from '#client/find-folder.ts';
import { inNaturalOrder } from '#contract/names/natural-order.ts';
import type { FileTree } from './file-tree.ts';
import type { UploadQueue } from './upload-queue.ts';

type Deps = {
  api: DriveClient;
  queue: UploadQueue;
  /** Called with each folder directly in a tree when it is there, and again when everything is uploaded. */
  onFolder: (id: string, isFirst: boolean) => void;
};

/** Uploads whole folders in the order of their names: creates their folders, reuses those that exist, and hands their files to the queue. */
export function createUploadTree({ api, queue, onFolder }: Deps) {
  let running = 0;

  return {
    /** Whether whole folders are being uploaded. */
    isRunning: () => running > 0,

    /**
     * Uploads `tree` into a folder; null is Root. Resolves when all of its folders are there. A folder that cannot be
     * created shows as a failed upload.
     */
    async upload(tree: FileTree, folderId: string | null): Promise<void> {
      const ids: string[] = [];
      running += 1;
      await uploadTree(tree, folderId, (id) => {
        ids.push(id);
        onFolder(id, ids.length === 1);
      });
      void queue.whenIdle().then(() => {
        running -= 1;
        for (const id of ids) onFolder(id, false);
      });
    },
  };

  async function uploadTree(tree: FileTree, folderId: string | null, onTop?: (id: string) => void): Promise<void> {
    queue.add(
      inNaturalOrder(tree.files, ({ name }) => name),
      folderId,
    );
    for (const [name, child] of inNaturalOrder([...tree.folders], ([key]) => key)) {
      try {
        const id = await folderNamed(name, folderId);
        onTop?.(id);
        await uploadTree(child, id);
      } catch (error) {
        queue.addFailed(name, error instanceof Error ? error.message : 'This folder could not be created.');
      }
    }
  }

  async function folderNamed(name: string, parentId: string | null): Promise<string> {
    try {
      return (await api.folders.create({ name, parentId })).id;
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'name-taken') throw error;
      const existing = await findFolder(api, parentId, name);
      if (existing === undefined) throw error;
      return existing;
    }
  }
}
