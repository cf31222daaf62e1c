import { nameKey } from '#contract/names/names.ts';
import type { ApiClient } from './api.ts';

const pageSize = 1000;

/** The id of the folder with this name in a parent (null is Root); undefined if there is none. Throws ApiError. */
export async function findFolder(
  api: Pick<ApiClient, 'folders'>,
  parentId: string | null,
  name: string,
): Promise<string | undefined> {
  const key = nameKey(name);
  for (let cursor: string | undefined; ; ) {
    const page = await api.folders.children({ id: parentId ?? 'root', limit: pageSize, cursor });
    const found = page.folders.find((folder) => nameKey(folder.name) === key);
    // Folders come before files, so a page with files is the last one with folders.
    if (found || page.files.length > 0 || page.nextCursor === null) return found?.id;
    cursor = page.nextCursor;
  }
}

/**
 * The id of the folder at a path of names separated by slashes, each exactly as it is: a name may begin or end with a space. Null
 * for Root, an empty path, and undefined if there is none. Throws ApiError.
 */
export async function findFolderAt(api: Pick<ApiClient, 'folders'>, path: string): Promise<string | null | undefined> {
  let id: string | null | undefined = null;
  for (const name of path.split('/')) {
    if (name !== '' && id !== undefined) id = await findFolder(api, id, name);
  }
  return id;
}
