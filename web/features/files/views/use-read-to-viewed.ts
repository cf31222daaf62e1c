import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ViewItem } from '../cache/view-cache.ts';
import { useViewed } from '../viewing/use-viewed.ts';

/** So many pages are read to find a file. */
const mostPages = 10;

type Query = Pick<
  UseInfiniteQueryResult<{ pages: unknown[] }>,
  'data' | 'error' | 'hasNextPage' | 'isFetching' | 'fetchNextPage'
>;

/** Reads on until the file of the address is among the items. Returns whether it is still looked for. */
export function useReadToViewed(items: readonly ViewItem[], query: Query): boolean {
  const { id } = useViewed();
  const { data, error, hasNextPage, isFetching, fetchNextPage } = query;
  /** What was there once is not looked for any more when it goes. */
  const [found, setFound] = useState<string>();
  if (id !== found && items.some(({ entry }) => entry.id === id)) setFound(id);
  const isLooking = id !== undefined && id !== found && hasNextPage && (data?.pages.length ?? 0) < mostPages;

  useEffect(() => {
    if (isLooking && !isFetching && error === null) void fetchNextPage({ cancelRefetch: false });
  }, [isLooking, isFetching, error, fetchNextPage]);
  return isLooking;
}
