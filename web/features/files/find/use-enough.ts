import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ViewPages } from '../cache/view-cache.ts';

/** So many pages are read without a further question, each of which looks at many names. */
const pagesAtOnce = 25;

/**
 * Reads on while few were found: a page may have no hits and still a next one. `isLooking` until there are enough, or no
 * more, or a limit is reached; `lookOn` goes beyond that.
 */
export function useEnough(query: UseInfiniteQueryResult<ViewPages> | undefined, count: number, enough: number) {
  const [most, setMost] = useState(pagesAtOnce);
  const pages = query?.data?.pages.length ?? 0;
  const { hasNextPage = false, isPlaceholderData = false, isFetching = false, error = null } = query ?? {};
  const isFew = hasNextPage && !isPlaceholderData && error === null && count < enough;
  const isLooking = isFew && pages < most;
  const fetchNextPage = query?.fetchNextPage;

  useEffect(() => {
    if (isLooking && !isFetching) void fetchNextPage?.();
  }, [isLooking, isFetching, fetchNextPage]);

  return { isLooking, isUnfinished: isFew && !isLooking, lookOn: () => setMost(pages + pagesAtOnce) };
}
