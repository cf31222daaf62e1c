import { type InfiniteData, infiniteQueryOptions, keepPreviousData, type QueryClient } from '@tanstack/react-query';
import type { ApiClient } from '#client/api.ts';
import type { Entry, Folder, File as StoredFile } from '#contract/records/entries.ts';
import type { View } from '#contract/views.ts';

type Page = Pick<Awaited<ReturnType<ApiClient['views']>>, 'hits' | 'nextCursor'>;
/** What is searched for. */
export type Wanted = Omit<Parameters<ApiClient['search']>[0], 'cursor' | 'limit'>;
/** The loaded pages of a view. */
export type ViewPages = InfiniteData<Page>;
export type ViewItem = { entry: Folder | StoredFile; path: Page['hits'][number]['path']; at: number | null };

const queryKey = 'view';
const pageSize = 100;
/** A burst of changes within this time is read once, in milliseconds. */
const debounceMs = 200;

/** What is starred and what is recent, kept up to date by the change stream. */
export function createViewItems({ api, queries }: { api: Pick<ApiClient, 'views' | 'search'>; queries: QueryClient }) {
  let timer: ReturnType<typeof setTimeout> | undefined;

  return {
    query: (view: View) =>
      infiniteQueryOptions({
        queryKey: [queryKey, view],
        queryFn: ({ pageParam, signal }) => api.views({ view, limit: pageSize, cursor: pageParam }, { signal }),
        initialPageParam: undefined as string | undefined,
        getNextPageParam: (page) => page.nextCursor ?? undefined,
      }),

    /** What is found; until it is, what was found before. */
    found: (wanted: Wanted) =>
      infiniteQueryOptions({
        queryKey: [queryKey, 'found', wanted],
        queryFn: async ({ pageParam, signal }): Promise<Page> => {
          const { hits, nextCursor } = await api.search({ ...wanted, limit: pageSize, cursor: pageParam }, { signal });
          return { hits: hits.map((hit) => ({ ...hit, at: timeOf(hit.entry) })), nextCursor };
        },
        initialPageParam: undefined as string | undefined,
        getNextPageParam: (page) => page.nextCursor ?? undefined,
        placeholderData: keepPreviousData,
      }),

    /** What is shown may lack changes: any change of a folder may move what lies below it. */
    changed: refreshSoon,

    close: () => clearTimeout(timer),
  };

  function refreshSoon() {
    timer ??= setTimeout(() => {
      timer = undefined;
      // A page that is loading arrives first; another read would abort it.
      if (queries.isFetching({ queryKey: [queryKey] }) > 0) refreshSoon();
      else void queries.invalidateQueries({ queryKey: [queryKey] });
    }, debounceMs);
  }
}

function timeOf({ folder, file }: Entry): number | null {
  return file?.modifiedAt ?? folder?.createdAt ?? null;
}

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
