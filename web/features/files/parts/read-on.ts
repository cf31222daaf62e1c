import type { UseInfiniteQueryResult } from '@tanstack/react-query';

/**
 * Reads the next page, after what is being read again because something changed: breaking that off would leave the pages
 * before it as they were.
 */
export async function readOn({
  isFetching,
  refetch,
  fetchNextPage,
}: Pick<UseInfiniteQueryResult, 'isFetching' | 'refetch' | 'fetchNextPage'>): Promise<void> {
  if (isFetching) await refetch({ cancelRefetch: false });
  await fetchNextPage();
}
