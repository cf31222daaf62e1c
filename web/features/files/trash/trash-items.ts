import { type InfiniteData, infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';
import type { ApiClient } from '#client/api.ts';
import type { Change } from '#contract/changes.ts';
import type { TrashItem } from '#contract/trash-records.ts';

/** What lies in Trash, kept true by the change stream. */
export type TrashItems = ReturnType<typeof createTrashItems>;

type Page = Awaited<ReturnType<ApiClient['trash']['list']>>;
/** The pages of Trash that were read. */
export type TrashPages = InfiniteData<Page>;

const queryKey = ['trash'] as const;
const pageSize = 200;
/** A burst of changes is one reading, in milliseconds. */
const patienceMs = 200;

export function createTrashItems({ api, queries }: { api: ApiClient['trash']; queries: QueryClient }) {
  let timer: ReturnType<typeof setTimeout> | undefined;

  return {
    query: () =>
      infiniteQueryOptions({
        queryKey,
        queryFn: ({ pageParam, signal }) => api.list({ limit: pageSize, cursor: pageParam }, { signal }),
        initialPageParam: undefined as string | undefined,
        getNextPageParam: (page) => page.nextCursor ?? undefined,
      }),

    /** Takes a thing out of Trash. It leaves the list at once, and comes back when this throws ApiError. */
    restore: (id: string): Promise<void> => early([id], () => api.restore({ id })),

    /** Deletes a thing for good. It leaves the list at once, and comes back when this throws ApiError. */
    remove: (id: string): Promise<void> => early([id], () => api.remove({ id })),

    /** Deletes everything in Trash for good. Throws ApiError. */
    async empty(): Promise<void> {
      try {
        await api.empty();
      } finally {
        await queries.invalidateQueries({ queryKey });
      }
    },

    /** A change was heard: something that is not in the tree any more may be in Trash, or gone; or it came back. */
    changed({ folder, file, entryId }: Change) {
      const isInTree = folder !== null || file !== null;
      if (!isInTree || itemsOf(queries.getQueryData<TrashPages>(queryKey)).some((item) => idOf(item) === entryId))
        soon();
    },

    /** What is shown may lack changes. */
    reset: soon,

    close: () => clearTimeout(timer),
  };

  async function early(ids: readonly string[], call: () => Promise<unknown>): Promise<void> {
    await queries.cancelQueries({ queryKey });
    queries.setQueryData<TrashPages>(queryKey, (pages) => pages && without(pages, ids));
    try {
      await call();
    } finally {
      void queries.invalidateQueries({ queryKey });
    }
  }

  function soon() {
    timer ??= setTimeout(() => {
      timer = undefined;
      // A page that is on its way arrives first; reading anew would cut it off.
      if (queries.isFetching({ queryKey }) > 0) soon();
      else void queries.invalidateQueries({ queryKey });
    }, patienceMs);
  }
}

/** The things of all pages that were read, each once. */
export function itemsOf(pages: TrashPages | undefined): TrashItem[] {
  const items = pages?.pages.flatMap((page) => page.items) ?? [];
  return [...new Map(items.map((item) => [idOf(item), item])).values()];
}

export function thingOf({ entry: { folder, file } }: TrashItem) {
  const thing = folder ?? file;
  if (thing === null) throw new Error('An entry is a folder or a file');
  return thing;
}

function idOf(item: TrashItem): string {
  return thingOf(item).id;
}

function without({ pages, ...rest }: TrashPages, ids: readonly string[]): TrashPages {
  const kept = pages.map((page) => ({
    ...page,
    items: page.items.filter((item) => !ids.includes(idOf(item))),
    count: Math.max(0, page.count - ids.length),
  }));
  return { ...rest, pages: kept };
}
