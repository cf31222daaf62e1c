import { expect, test, vi } from 'vitest';
import type { UploadTask } from '#client/storage/upload.ts';
import { createUploadQueue } from './upload-queue.ts';

/** A queue whose uploads fail, or are stored, as the test says. */
function openQueue(fadeMs = 0) {
  let answer = Promise.withResolvers<string>();
  const start = () =>
    ({
      observe: () => () => {},
      snapshot: () => ({ state: 'running' }),
      done: answer.promise,
    }) as unknown as UploadTask;
  const queue = createUploadQueue({ start, terminate: async () => {}, fadeMs });
  const end = async (how: 'stored' | 'failed') => {
    const { resolve, reject } = answer;
    answer = Promise.withResolvers();
    if (how === 'stored') resolve('file');
    else reject(new Error('The disk is full.'));
    await queue.whenIdle();
  };
  return { queue, end, batch: () => queue.snapshot().batch };
}

const files = (...names: string[]) => names.map((name) => new File(['x'], name));

test('one that is sent again is counted with those beside it, or alone, and once', async () => {
  const { queue, end, batch } = openQueue();
  queue.add(files('a'), null);
  await end('failed');
  queue.add(files('b'), null);
  queue.retry(1);
  expect(batch()).toMatchObject({ total: 2, uploaded: 0 });
  await end('failed');
  queue.retry(1);
  await end('stored');
  expect(batch()).toMatchObject({ total: 2, uploaded: 1 });
  queue.add(files('c'), null);
  await end('stored');
  queue.retry(2);
  await end('stored');
  await vi.waitFor(() => expect(queue.snapshot().items).toEqual([]));
  expect(batch()).toMatchObject({ total: 1, uploaded: 1 });
});

test('what is done stays where it is while it is held, also when others are added, and goes afterwards', async () => {
  vi.useFakeTimers();
  const { queue, end } = openQueue(50);
  const shown = () => queue.snapshot().items.map(({ name, state }) => `${name} ${state}`);
  queue.subscribe(shown);
  const pass = () => vi.advanceTimersByTimeAsync(100);
  queue.add(files('held'), null, { paused: true });
  queue.add(files('beside'), null);
  queue.hold(true);
  await pass();
  void end('stored');
  await pass();
  expect(shown()).toEqual(['held paused', 'beside done']);
  queue.add(files('later'), null);
  await pass();
  expect(shown()).toEqual(['held paused', 'beside done', 'later running']);
  queue.hold(false);
  await pass();
  expect(shown()).toEqual(['held paused', 'later running']);
  vi.useRealTimers();
});
