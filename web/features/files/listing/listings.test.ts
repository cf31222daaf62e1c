import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createDriveApi } from '#client/drive-api.ts';
import type { Listing } from '../cache/listing.ts';
import { listingKey } from '../cache/listing-cache.ts';
import { file, listing } from '../cache/sample-listing.ts';
import { createUnpackings } from '../unpacking/unpackings.ts';
import { createListings } from './listings.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', new EventTarget());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('what is starred, and no more before that is answered, never flashes: changes wait for the later answer', async () => {
  const { click, answer, change, starred } = shown();
  click(true);
  click(false);
  change(1, { starred: true });
  await answer();
  await vi.advanceTimersByTimeAsync(1000);
  expect(starred()).toEqual(['a: false']);
  await answer();
  change(2, { starred: false });
  change(3, { starred: false }, 'b');
  await vi.advanceTimersByTimeAsync(1000);
  expect(starred()).toEqual(['a: false', 'b: false']);
});

test('a server that does not answer keeps back what others do for five seconds', async () => {
  const { click, change, starred } = shown();
  click(true);
  click(false);
  change(1, { starred: true }, 'of another tab');
  await vi.advanceTimersByTimeAsync(4900);
  expect(starred()).toEqual(['a: false']);
  await vi.advanceTimersByTimeAsync(200);
  expect(starred()).toEqual(['a: false', 'of another tab: true']);
});

/** Root with one file, the calls that star it, and the changes that come. */
function shown() {
  const calls: PromiseWithResolvers<void>[] = [];
  const api = createDriveApi({ baseUrl: 'http://localhost', fetch: async () => Response.error() });
  const queries = new QueryClient();
  const listings = createListings({
    account: 'person',
    api: {
      ...api,
      async batch() {
        const call = Promise.withResolvers<void>();
        calls.push(call);
        await call.promise;
        return { entries: [null], stayed: [], operationId: null };
      },
    },
    queries,
    saved: {
      read: async () => undefined,
      write: async () => {},
      remove: async () => {},
      newestRevision: async () => undefined,
      close() {},
    },
    isLive: () => true,
    unpackings: createUnpackings({ api, onEnded: () => {} }),
  });
  listings.ready(0);
  queries.setQueryData<Listing>(listingKey(null), listing({ files: [file('a')] }));
  const files = () => queries.getQueryData<Listing>(listingKey(null))?.files ?? [];
  return {
    click: (starred: boolean) => void listings.star(files(), starred),
    /** The call that was sent last. */
    async answer() {
      calls.at(-1)?.resolve();
      await vi.advanceTimersByTimeAsync(0);
    },
    change: (revision: number, part: { starred: boolean }, id = 'a') =>
      listings.changed({ revision, entryId: id, folder: null, file: file(id, part) }),
    starred: () => files().map(({ id, starred }) => `${id}: ${starred}`),
  };
}
