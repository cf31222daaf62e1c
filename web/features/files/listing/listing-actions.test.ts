import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { createDriveApi } from '#client/drive-api.ts';
import { file } from '../cache/sample-listing.ts';
import { itemsOf, type ViewPages, viewsKey } from '../cache/view-cache.ts';
import { createListingActions } from './listing-actions.ts';
import { createResults } from './results.ts';

test('quick opposite stars of a file are sent one after the other, those of another file at once', async () => {
  const sent: [unknown, boolean][] = [];
  const firstAnswer = Promise.withResolvers<void>();
  const api = createDriveApi({ baseUrl: 'http://localhost', fetch: async () => Response.error() });
  const actions = createListingActions(
    {
      ...api,
      async batch({ operations }) {
        const [operation] = operations;
        if (operation?.do !== 'update') throw new Error('It is no star');
        sent.push([operation.id, operation.starred === true]);
        if (sent.length === 1) await firstAnswer.promise;
        return { entries: [null], stayed: [], operationId: null };
      },
    },
    new QueryClient(),
    createResults(),
  );
  const starring = actions.star([file('a')], true);
  const unstarring = actions.star([file('a', { starred: true })], false);
  await actions.star([file('b')], true);
  expect(sent).toEqual([
    ['a', true],
    ['b', true],
  ]);
  firstAnswer.resolve();
  await Promise.all([starring, unstarring]);
  expect(sent.at(-1)).toEqual(['a', false]);
});

test('what was being read when something was starred does not take the star off again, and is read when that is answered', async () => {
  const queries = new QueryClient();
  const queryKey = [viewsKey, 'recent'];
  const before: ViewPages = {
    pages: [{ hits: [{ entry: { folder: null, file: file('a') }, path: [], at: null }], nextCursor: null }],
    pageParams: [undefined],
  };
  queries.setQueryData(queryKey, before);
  const read = Promise.withResolvers<ViewPages>();
  let reads = 0;
  const queryFn = () => {
    reads += 1;
    return read.promise;
  };
  const stop = new QueryObserver(queries, { queryKey, queryFn }).subscribe(() => {});
  const answer = Promise.withResolvers<void>();
  const api = createDriveApi({ baseUrl: 'http://localhost', fetch: async () => Response.error() });
  const actions = createListingActions(
    {
      ...api,
      async batch() {
        await answer.promise;
        return { entries: [null], stayed: [], operationId: null };
      },
    },
    queries,
    createResults(),
  );
  const starring = actions.star([file('a')], true);
  read.resolve(before);
  await read.promise;
  expect(itemsOf(queries.getQueryData(queryKey)).map(({ entry }) => entry.starred)).toEqual([true]);
  expect([actions.isUnanswered(), reads]).toEqual([true, 1]);
  answer.resolve();
  await starring;
  expect([actions.isUnanswered(), reads]).toEqual([false, 2]);
  stop();
});
