import type { ApiClient } from '#client/api.ts';
import { ApiError } from '#client/api-error.ts';
import { findFolder } from '#client/find-folder.ts';
import { inNaturalOrder } from '#contract/names/natural-order.ts';
import type { FileTree } from './file-tree.ts';
import type { UploadQueue } from './upload-queue.ts';

/** Uploads whole folders in the order of their names: creates their folders, reuses those that exist, and hands their files to the queue. */
export function createUploadTree({ api, queue }: { api: ApiClient; queue: UploadQueue }) {
  return uploadTree;

  /** Uploads `tree` into a folder; null is Root. A folder that cannot be created shows as a failed upload. */
  async function uploadTree(tree: FileTree, folderId: string | null): Promise<void> {
    queue.add(
      inNaturalOrder(tree.files, ({ name }) => name),
      folderId,
    );
    for (const [name, child] of inNaturalOrder([...tree.folders], ([key]) => key)) {
      try {
        await uploadTree(child, await folderNamed(name, folderId));
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
