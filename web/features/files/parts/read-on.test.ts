import { InfiniteQueryObserver, infiniteQueryOptions, QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { readOn } from './read-on.ts';

test('pages that are being read again are not given up for the next one', async () => {
  const queries = new QueryClient();
  let first = Promise.resolve('old');
  const observer = new InfiniteQueryObserver(
    queries,
    infiniteQueryOptions({
      queryKey: ['pages'],
      queryFn: ({ pageParam }) => (pageParam === 0 ? first : 'next'),
      initialPageParam: 0,
      getNextPageParam: (page) => (page === 'next' ? undefined : 1),
    }),
  );
  const stop = observer.subscribe(() => {});
  await observer.refetch({ cancelRefetch: false });
  const { promise, resolve } = Promise.withResolvers<string>();
  first = promise;
  void queries.invalidateQueries();
  const reading = readOn(observer.getCurrentResult());
  resolve('new');
  await reading;
  expect(observer.getCurrentResult().data?.pages).toEqual(['new', 'next']);
  stop();
});

test('what is read again because something changed meanwhile does not take the place of the next page', async () => {
  const queries = new QueryClient();
  const next = Promise.withResolvers<string>();
  let reads = 0;
  const observer = new InfiniteQueryObserver(
    queries,
    infiniteQueryOptions({
      queryKey: ['pages'],
      queryFn: ({ pageParam }) => {
        if (pageParam === 0) return 'first';
        reads += 1;
        return reads === 1 ? next.promise : 'next';
      },
      initialPageParam: 0,
      getNextPageParam: (page) => (page === 'next' ? undefined : 1),
    }),
  );
  const stop = observer.subscribe(() => {});
  await observer.refetch({ cancelRefetch: false });
  const reading = readOn(observer.getCurrentResult());
  await queries.invalidateQueries();
  await reading;
  expect(observer.getCurrentResult().data?.pages).toEqual(['first', 'next']);
  stop();
});
