import { nameKey } from '#contract/names/names.ts';
import type { ApiClient } from './api.ts';
import { ApiError } from './api-error.ts';

type FolderApi = Pick<ApiClient, 'folders'>;

const pageSize = 1000;

/** The id of the folder with this name in a parent (null is Root); undefined if there is none. Throws ApiError. */
export async function findFolder(api: FolderApi, parentId: string | null, name: string): Promise<string | undefined> {
  const key = nameKey(name);
  for await (const folders of foldersIn(api, parentId)) {
    const found = folders.find((folder) => nameKey(folder.name) === key);
    if (found !== undefined) return found.id;
  }
  return undefined;
}

/** The ids of all folders in a parent (null is Root) by the keys of their names. Throws ApiError. */
export async function folderIdsIn(api: FolderApi, parentId: string | null): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for await (const folders of foldersIn(api, parentId)) for (const { name, id } of folders) ids.set(nameKey(name), id);
  return ids;
}

/**
 * The id of the folder at a path of names separated by slashes, each exactly as it is: a name may begin or end with a space. Null
 * for Root, an empty path, and undefined if there is none. Throws ApiError.
 */
export async function findFolderAt(api: FolderApi, path: string): Promise<string | null | undefined> {
  let id: string | null | undefined = null;
  for (const name of path.split('/')) {
    if (name !== '' && id !== undefined) id = await findFolder(api, id, name);
  }
  return id;
}

/**
 * Creates a folder in a parent (null is Root), or finds the one of that name: others may have created it, or an attempt whose answer
 * was lost. Throws ApiError, also where a file has that name.
 */
export async function createOrFindFolder(
  api: FolderApi,
  folder: { name: string; parentId: string | null },
  options: { signal?: AbortSignal } = {},
): Promise<string> {
  try {
    return (await api.folders.create(folder, options)).id;
  } catch (error) {
    const isTaken = error instanceof ApiError && error.code === 'name-taken';
    const found = isTaken ? await findFolder(api, folder.parentId, folder.name) : undefined;
    if (found === undefined) throw error;
    return found;
  }
}

/** The folders in a parent (null is Root), a page at a time. */
async function* foldersIn(api: FolderApi, parentId: string | null): AsyncGenerator<{ id: string; name: string }[]> {
  for (let cursor: string | undefined; ; ) {
    const page = await api.folders.children({ id: parentId ?? 'root', limit: pageSize, cursor });
    yield page.folders;
    // Folders come before files, so a page with files is the last one with folders.
    if (page.files.length > 0 || page.nextCursor === null) return;
    cursor = page.nextCursor;
  }
}
