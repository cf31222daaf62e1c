import type { ApiClient } from '#client/api.ts';
import { ApiError } from '#client/api-error.ts';
import { findFolder } from '#client/find-folder.ts';
import type { FileTree } from './file-tree.ts';
import type { UploadQueue } from './upload-queue.ts';

/** Keeps whole folders: makes their folders, uses those that exist, and hands their files to the queue. */
export function createUploadTree({ api, queue }: { api: ApiClient; queue: UploadQueue }) {
  return keep;

  /** Files and folders of `tree` go into a folder; null is Root. What cannot be made shows as a failed upload. */
  async function keep(tree: FileTree, folderId: string | null): Promise<void> {
    queue.add(tree.files, folderId);
    for (const [name, child] of tree.folders) {
      try {
        await keep(child, await folderNamed(name, folderId));
      } catch (error) {
        queue.refuse(name, error instanceof Error ? error.message : 'This folder could not be made.');
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
