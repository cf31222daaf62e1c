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
 * Returns a function that creates a folder in a parent (null is Root), or finds the one of that name: others may have created it, or
 * an attempt whose answer was lost. The parent is listed once, when a name is taken first. Throws ApiError, also where a file has
 * that name.
 */
export function createFoldersIn(api: FolderApi, parentId: string | null) {
  let listed: Promise<Map<string, string>> | undefined;
  return async (name: string, options: { signal?: AbortSignal } = {}): Promise<string> => {
    const key = nameKey(name);
    const known = (await listed)?.get(key);
    if (known !== undefined) return known;
    try {
      return (await api.folders.create({ name, parentId }, options)).id;
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'name-taken') throw error;
      // It may also have been created since the list was made.
      const found = (await list()).get(key) ?? (await findFolder(api, parentId, name));
      if (found === undefined) throw error;
      return found;
    }
  };

  function list(): Promise<Map<string, string>> {
    if (listed === undefined) {
      listed = folderIdsIn(api, parentId);
      listed.catch(() => (listed = undefined));
    }
    return listed;
  }
}

/** The ids of all folders in a parent (null is Root) by the keys of their names. Throws ApiError. */
async function folderIdsIn(api: FolderApi, parentId: string | null): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for await (const folders of foldersIn(api, parentId)) for (const { name, id } of folders) ids.set(nameKey(name), id);
  return ids;
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
