import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';
import type { DriveClient } from '#client/drive-api.ts';
import type { Change } from '#contract/records/changes.ts';
import type { View } from '#contract/views.ts';
import { isPressed, whenLetGo } from '#web/ui/browser/pressed.ts';
import { takeOutOfViews, viewsKey } from '../cache/view-cache.ts';
import { createRefreshSoon } from '../listing/refresh-soon.ts';

/** What is searched for. */
export type Wanted = Omit<Parameters<DriveClient['search']>[0], 'cursor' | 'limit'>;

/** What is listed wherever it is, and what fills the space, kept up to date by the change stream. */
export type ViewItems = ReturnType<typeof createViewItems>;

export const pageSize = 100;

type Deps = {
  api: Pick<DriveClient, 'views' | 'search' | 'storage'>;
  queries: QueryClient;
  /** Whether something is shown that the server has not answered yet: what is read meanwhile may lack it. */
  isUnanswered: () => boolean;
};

export function createViewItems({ api, queries, isUnanswered }: Deps) {
  const refresh = createRefreshSoon(queries, [viewsKey], isUnanswered);

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
      if (folder === null && file === null && !isPressed()) takeOutOfViews(queries, [entryId]);
      refresh.soon();
    },

    /** What is shown may lack changes. */
    reset: refresh.soon,

    close: refresh.close,
  };
}
