import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import type { Entry } from '#contract/records/entries.ts';
import { whenLetGo } from '#web/ui/browser/pressed.ts';
import { type Page, viewsKey } from '../cache/view-cache.ts';
import { pageSize, type ViewItems, type Wanted } from '../views/view-items.ts';

/** What is found; until it is, what was found before. */
export function foundQuery({ api }: Pick<ViewItems, 'api'>, wanted: Wanted) {
  return infiniteQueryOptions({
    queryKey: [viewsKey, 'found', wanted],
    queryFn: async ({ pageParam, signal }): Promise<Page> => {
      const { hits, nextCursor } = await api.search({ ...wanted, limit: pageSize, cursor: pageParam }, { signal });
      return await whenLetGo({ hits: hits.map((hit) => ({ ...hit, at: timeOf(hit.entry) })), nextCursor });
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    placeholderData: keepPreviousData,
  });
}

function timeOf({ folder, file }: Entry): number | null {
  return file?.modifiedAt ?? folder?.createdAt ?? null;
}
