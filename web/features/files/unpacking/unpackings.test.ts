import { expect, test, vi } from 'vitest';
import { ApiError } from '#client/api-error.ts';
import type { Unpacking } from '#contract/records/unpackings.ts';
import { createUnpackings } from './unpackings.ts';

test('one that the server has forgotten is shown no more and asked for no more; any other error asks again', async () => {
  vi.useFakeTimers();
  const asked: string[] = [];
  const codes = { a: 'unpacking-not-found', b: 'internal-error' } as const;
  const ended: string[] = [];
  const unpackings = createUnpackings({
    api: {
      unpackings: {
        begin: async ({ id }) => running(id),
        async get({ id }) {
          asked.push(id);
          const code = codes[id as keyof typeof codes];
          throw new ApiError({ message: code, code }, 500);
        },
        list: async () => ({ unpackings: [] }),
        stop: async ({ id }) => running(id),
      },
    },
    onEnded: ({ id }) => void ended.push(id),
  });
  for (const id of ['a', 'b']) await unpackings.begin([id]);
  await vi.advanceTimersByTimeAsync(1000);
  expect(unpackings.snapshot().map(({ id }) => id)).toEqual(['b']);
  await vi.advanceTimersByTimeAsync(5000);
  expect(asked).toEqual(['a', 'b', 'b']);
  expect(ended).toEqual([]);
  unpackings.close();
  vi.useRealTimers();
});

function running(id: string): Unpacking {
  const none = { done: 0, total: 1 };
  return {
    id,
    fileId: id,
    folderId: id,
    name: `${id}.zip`,
    state: 'running',
    entries: none,
    bytes: none,
    leftOut: { count: 0, first: [] },
    error: null,
    operationId: null,
    startedAt: 0,
    endedAt: null,
  };
}
