import { type InfiniteData, infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';
import type { DriveClient } from '#client/drive-api.ts';
import type { Change } from '#contract/records/changes.ts';
import type { Folder, File as StoredFile } from '#contract/records/entries.ts';
import type { View } from '#contract/views.ts';
import { isPressed, whenLetGo } from '#web/ui/browser/pressed.ts';
import { createRefreshSoon } from '../listing/refresh-soon.ts';

export type Page = Pick<Awaited<ReturnType<DriveClient['views']>>, 'hits' | 'nextCursor'>;
/** What is searched for. */
export type Wanted = Omit<Parameters<DriveClient['search']>[0], 'cursor' | 'limit'>;
/** The loaded pages of a view. */
export type ViewPages = InfiniteData<Page>;
export type ViewItem = { entry: Folder | StoredFile; path: Page['hits'][number]['path']; at: number | null };

/** What is listed wherever it is, and what fills the space, kept up to date by the change stream. */
export type ViewItems = ReturnType<typeof createViewItems>;

/** Begins the key of each query that is read again with any change. */
export const viewsKey = 'view';
export const pageSize = 100;

type Deps = { api: Pick<DriveClient, 'views' | 'search' | 'storage'>; queries: QueryClient };

export function createViewItems({ api, queries }: Deps) {
  const refresh = createRefreshSoon(queries, [viewsKey]);

  return {
    query: (view: View) =>
      infiniteQueryOptions({
        queryKey: [viewsKey, view],
        queryFn: async ({ pageParam, signal }) =>
          await whenLetGo(await api.views({ view, limit: pageSize, cursor: pageParam }, { signal })),
        initialPageParam: undefined as string | undefined,
        getNextPageParam: (page) => page.nextCursor ?? undefined,
      }),

    /** What else is listed is read by. */
    api,

    /** A change arrived: what is gone leaves at once, unless something is pressed; any change of a folder may move what lies below it. */
    changed({ entryId, folder, file }: Change) {
      if (folder === null && file === null && !isPressed())
        queries.setQueriesData<ViewPages>({ queryKey: [viewsKey] }, (pages) => without(pages, entryId));
      refresh.soon();
    },

    /** What is shown may lack changes. */
    reset: refresh.soon,

    close: refresh.close,
  };
}

/** The pages without an entry; what has no pages stays. */
function without(shown: ViewPages | undefined, id: string): ViewPages | undefined {
  const stays = ({ entry: { folder, file } }: Page['hits'][number]) => (folder ?? file)?.id !== id;
  const pages = shown?.pages?.map(({ hits, ...page }) => ({ ...page, hits: hits.filter(stays) }));
  return pages ? ({ ...shown, pages } as ViewPages) : shown;
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
