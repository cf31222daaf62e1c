import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query';
import type { DriveClient } from '#client/drive-api.ts';
import type { Folder, File as StoredFile } from '#contract/records/entries.ts';
import type { View } from '#contract/views.ts';

/** What is listed wherever it is, as the server answers it. */
export type Page = Pick<Awaited<ReturnType<DriveClient['views']>>, 'hits' | 'nextCursor'>;
type Hit = Page['hits'][number];
/** The loaded pages of a view. */
export type ViewPages = InfiniteData<Page>;
export type ViewItem = { entry: Folder | StoredFile; path: Hit['path']; at: number | null };

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
  ids: readonly string[],
  change: Partial<Pick<StoredFile, 'name' | 'starred'>>,
) {
  updatePages(queries, [viewsKey], ids, (hit) => {
    const { folder, file } = hit.entry;
    return [{ ...hit, entry: { folder: folder && { ...folder, ...change }, file: file && { ...file, ...change } } }];
  });
}

/** Takes entries out of the loaded views, or of one of them. */
export function takeOutOfViews(queries: QueryClient, ids: readonly string[], view?: View) {
  updatePages(queries, view ? [viewsKey, view] : [viewsKey], ids, () => []);
}

/**
 * Replaces the hits of some entries. A view that has none of them is not touched, as it may have to be read again; nor is what has no
 * pages, as the sums of the storage.
 */
function updatePages(
  queries: QueryClient,
  queryKey: QueryKey,
  ids: readonly string[],
  replace: (hit: Hit) => readonly Hit[],
) {
  const wanted = new Set(ids);
  const isWanted = ({ entry: { folder, file } }: Hit) => wanted.has((folder ?? file)?.id ?? '');
  queries.setQueriesData<ViewPages>({ queryKey }, (shown) => {
    if (!shown?.pages?.some(({ hits }) => hits.some(isWanted))) return undefined;
    const replaced = (hit: Hit) => (isWanted(hit) ? replace(hit) : [hit]);
    return { ...shown, pages: shown.pages.map((page) => ({ ...page, hits: page.hits.flatMap(replaced) })) };
  });
}
