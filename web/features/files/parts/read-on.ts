import type { UseInfiniteQueryResult } from '@tanstack/react-query';

type Query = Pick<
  UseInfiniteQueryResult<{ pages: readonly unknown[] }>,
  'data' | 'isFetching' | 'refetch' | 'fetchNextPage'
>;

/**
 * Reads the next page, after what is being read again because something changed: breaking that off would leave the pages
 * before it as they were. Begins again when another change breaks it off.
 */
export async function readOn({ data, isFetching, refetch, fetchNextPage }: Query): Promise<void> {
  if (isFetching) await refetch({ cancelRefetch: false });
  const now = await fetchNextPage();
  if (now.error === null && now.hasNextPage && now.data?.pages.length === data?.pages.length) await readOn(now);
}
