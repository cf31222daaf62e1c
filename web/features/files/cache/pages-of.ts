import type { DriveClient } from '#client/drive-api.ts';
import { maxPageSize } from '#contract/limits.ts';
import type { SortKey } from '#contract/sort-orders.ts';

/** The folders and files of a folder, page by page, folders first; null is Root. Throws ApiError. */
export async function* pagesOf(api: Pick<DriveClient, 'folders'>, folderId: string | null, sort: SortKey = 'created') {
  let cursor: string | undefined;
  do {
    const page = await api.folders.children({ id: folderId ?? 'root', sort, limit: maxPageSize, cursor });
    yield page;
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
}
