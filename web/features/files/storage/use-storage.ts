import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { itemsOf, viewsKey } from '../cache/view-cache.ts';
import type { TrashItems } from '../trash/trash-items.ts';
import type { ViewItems } from '../views/view-items.ts';

/** So many of the largest files are shown; the whole page of them after somebody asks. */
const fewFiles = 5;

/** What fills the space of the account, and its largest files, as they change. */
export function useStorage(views: ViewItems, trash: TrashItems) {
  const storage = useQuery({
    queryKey: [viewsKey, 'storage'],
    queryFn: ({ signal }) => views.api.storage(undefined, { signal }),
  });
  const largest = useInfiniteQuery(views.query('largest'));
  const [emptyFailure, setEmptyFailure] = useState<unknown>();
  const [showsAll, setShowsAll] = useState(false);
  const files = itemsOf(largest.data);

  return {
    storage: storage.data,
    isReadingLargest: largest.isPending,
    largest: showsAll ? files : files.slice(0, fewFiles),
    hasMore: !showsAll && files.length > fewFiles,
    showMore: () => setShowsAll(true),
    failure: emptyFailure ?? storage.error ?? largest.error ?? undefined,
    async load(): Promise<void> {
      setEmptyFailure(undefined);
      await Promise.all([storage.refetch(), largest.refetch()]);
    },
    async emptyTrash(): Promise<void> {
      try {
        await trash.empty();
      } catch (error) {
        setEmptyFailure(error);
      }
      // Nothing in the tree changes by it.
      await storage.refetch();
    },
  };
}
