import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { ApiError } from '#client/api-error.ts';
import type { DriveClient } from '#client/drive-api.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { TrashItem } from '#contract/records/trash-records.ts';
import { bytesOf, createTrashItems, entryIn, itemsOf, type TrashPages } from './trash-items.ts';

/** A Trash whose server refuses to delete what is in `refusals`. */
function open(refusals: Record<string, ErrorCode>) {
  const removed: string[] = [];
  const remove = async ({ id }: { id: string }) => {
    const code = refusals[id];
    if (code !== undefined) throw new ApiError({ code, message: code }, 409);
    removed.push(id);
  };
  const api = { trash: { remove }, batch: {} } as unknown as Pick<DriveClient, 'trash' | 'batch'>;
  return { trash: createTrashItems({ api, queries: new QueryClient() }), removed };
}

const file = (id: string) => ({ entry: { folder: null, file: { id, name: id, size: 20 } } }) as TrashItem;
const folder = (contents: object) => ({ entry: { folder: { id: 'f', name: 'f', contents }, file: null } }) as TrashItem;
const items = ['a', 'b', 'c'].map(file);
const progress = { onProgress: () => {}, signal: undefined };

test('what is deleted already is passed over', async () => {
  const { trash, removed } = open({ b: 'not-in-trash' });
  expect(await trash.purgeMany(items, progress)).toEqual([]);
  expect(removed).toEqual(['a', 'c']);
});

test('a server that cannot be reached ends it, and what is left is named', async () => {
  const { trash, removed } = open({ b: 'unavailable' });
  const refused = await trash.purgeMany(items, progress);
  expect(refused.map(({ thing }) => thing.id)).toEqual(['b', 'c']);
  expect(removed).toEqual(['a']);
});

test('a folder counts with what is in it', () => {
  expect(bytesOf(file('a'))).toBe(20);
  expect(bytesOf(folder({ folders: 1, files: 2, bytes: 50 }))).toBe(50);
  expect(bytesOf(folder({ folders: 1, files: 0, bytes: 0 }))).toBeNull();
});

test('what is read while an item is being restored does not bring it back', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const trashed = new Set(['a', 'b']);
  const api = {
    trash: {
      list: async () => ({ items: [...trashed].map(file), count: trashed.size, nextCursor: null }),
      async restore({ id }: { id: string }) {
        await promise;
        trashed.delete(id);
      },
    },
  } as unknown as Pick<DriveClient, 'trash' | 'batch'>;
  const queries = new QueryClient();
  const trash = createTrashItems({ api, queries });
  const observer = new InfiniteQueryObserver(queries, trash.query());
  const stop = observer.subscribe(() => {});
  const shown = () => namesIn(observer.getCurrentResult().data);
  await expect.poll(shown).toBe('a,b of 2');
  const restoring = trash.restore('a');
  await expect.poll(shown).toBe('b of 1');
  await queries.invalidateQueries();
  expect(shown()).toBe('b of 1');
  resolve();
  await restoring;
  await queries.refetchQueries();
  expect(shown()).toBe('b of 1');
  stop();
});

function namesIn(pages: TrashPages | undefined): string {
  return `${itemsOf(pages)
    .map((item) => entryIn(item).id)
    .join()} of ${pages?.pages[0]?.count}`;
}
