import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query';
import type { DriveClient } from '#client/drive-api.ts';
import type { Folder, File as StoredFile } from '#contract/records/entries.ts';
import type { View } from '#contract/views.ts';

/** What is listed wherever it is, as the server answers it. */
export type Page = Pick<Awaited<ReturnType<DriveClient['views']>>, 'hits' | 'nextCursor'>;
/** The loaded pages of a view. */
export type ViewPages = InfiniteData<Page>;
export type ViewItem = { entry: Folder | StoredFile; path: Page['hits'][number]['path']; at: number | null };

/** Begins the key of each query that is read again with any change. */
export const viewsKey = 'view';

/** What all loaded pages have, each once. */
export function itemsOf(pages: ViewPages | undefined): ViewItem[] {
  const items = pages?.pages.flatMap(({ hits }) =>
    hits.flatMap(({ entry: { folder, file }, path, at }) => {
      const entry = folder ?? file;
      return entry === null ? [] : [{ entry, path, at }];
    }),
  );
  return [...new Map(items?.map((item) => [item.entry.id, item])).values()];
}

/** Changes entries wherever a loaded view has them. */
export function updateInViews(
  queries: QueryClient,
  ids: ReadonlySet<string>,
  change: Partial<Pick<StoredFile, 'name' | 'starred'>>,
) {
  updatePages(queries, ids, { key: [viewsKey] }, (hits) =>
    hits.map((hit) => {
      const { folder, file } = hit.entry;
      if (!ids.has((folder ?? file)?.id ?? '')) return hit;
      return { ...hit, entry: { folder: folder && { ...folder, ...change }, file: file && { ...file, ...change } } };
    }),
  );
}

/** Takes entries out of the loaded views, or of one of them. */
export function takeOutOfViews(queries: QueryClient, ids: ReadonlySet<string>, view?: View) {
  updatePages(queries, ids, { key: view ? [viewsKey, view] : [viewsKey] }, (hits) =>
    hits.filter(({ entry: { folder, file } }) => !ids.has((folder ?? file)?.id ?? '')),
  );
}

/** What else begins with the key, as the sums of the storage, has no pages; pages without any of the entries stay as they are. */
function updatePages(
  queries: QueryClient,
  ids: ReadonlySet<string>,
  { key }: { key: QueryKey },
  update: (hits: Page['hits']) => Page['hits'],
) {
  queries.setQueriesData<ViewPages>({ queryKey: key }, (shown) => {
    if (!shown?.pages || !itemsOf(shown).some(({ entry }) => ids.has(entry.id))) return shown;
    return { ...shown, pages: shown.pages.map((page) => ({ ...page, hits: update(page.hits) })) };
  });
}
