import { nameKey } from '#contract/names.ts';
import type { ApiClient } from './api.ts';

const pageSize = 1000;

/** The id of the folder of that name in another one (null is Root); undefined when there is none. Throws ApiError. */
export async function findFolder(
  api: Pick<ApiClient, 'folders'>,
  parentId: string | null,
  name: string,
): Promise<string | undefined> {
  const key = nameKey(name);
  for (let cursor: string | undefined; ; ) {
    const page = await api.folders.children({ id: parentId ?? 'root', limit: pageSize, cursor });
    const found = page.folders.find((folder) => nameKey(folder.name) === key);
    // Folders stand before files: a page with files is the last one that has folders.
    if (found || page.files.length > 0 || page.nextCursor === null) return found?.id;
    cursor = page.nextCursor;
  }
}
