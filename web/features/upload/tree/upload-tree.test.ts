import { afterEach, expect, test, vi } from 'vitest';
import { ApiError } from '#client/api-error.ts';
import type { DriveClient } from '#client/drive-api.ts';
import type { UploadTask } from '#client/storage/upload.ts';
import { createUploadQueue } from '../queue/upload-queue.ts';
import type { FileTree } from './file-tree.ts';
import { createUploadTree } from './upload-tree.ts';

const treeOf = (names: string[], folders: Record<string, FileTree> = {}): FileTree => ({
  files: names.map((name) => new File([name], name, { lastModified: 0 })),
  folders: new Map(Object.entries(folders)),
});
const errorOf = (status: number, code: 'unavailable' | 'unauthenticated' | 'invalid-input' | 'name-taken') =>
  new ApiError({ code, message: 'No.' }, status);

/** `create` makes a folder, whose id is its name, or throws. */
function openTree(create: (name: string) => Promise<void>) {
  const added: string[] = [];
  const failed: string[] = [];
  const folders = {
    async create({ name }: { name: string }) {
      await create(name);
      return { id: name };
    },
    children: vi.fn<() => Promise<object>>(),
  };
  const queue = {
    add: (files: Iterable<File>, folderId: string | null, { paused = false } = {}) =>
      void added.push(...[...files].map(({ name }) => `${folderId}/${name}${paused ? ' paused' : ''}`)),
    addFailed: (name: string) => void failed.push(name),
    holdBatch: () => () => {},
    whenIdle: async () => {},
  };
  return {
    ...createUploadTree({ api: { folders } as unknown as Pick<DriveClient, 'folders'>, queue, onFolder() {} }),
    added,
    failed,
    folders,
  };
}

afterEach(() => void vi.useRealTimers());

test('while the server cannot be reached it waits, however long; what is refused shows as failed', async () => {
  vi.useFakeTimers();
  let isAway = true;
  const tree = openTree(async (name) => {
    if (isAway) throw errorOf(0, 'unavailable');
    if (name === 'A') throw errorOf(400, 'invalid-input');
  });
  void tree.upload(treeOf([], { A: treeOf(['a']), B: treeOf(['b']) }), null);
  await vi.advanceTimersByTimeAsync(24 * 3_600_000);
  expect([tree.added, tree.failed, tree.isRunning()]).toEqual([[], [], true]);
  isAway = false;
  await vi.advanceTimersByTimeAsync(120_000);
  expect([tree.added, tree.failed, tree.isRunning()]).toEqual([['B/b'], ['A'], false]);
});

test('when the session ends, what is left is handed out for the next, and nothing of it is uploaded', async () => {
  const answer = Promise.withResolvers<void>();
  const tree = openTree((name) => (name === 'B' ? answer.promise : Promise.resolve()));
  const whole = treeOf(['a'], { A: treeOf(['x'], { B: treeOf(['y']) }), C: treeOf(['z']), Empty: treeOf([]) });
  const uploading = tree.upload(whole, 'into');
  await vi.waitFor(() => expect(tree.added).toEqual(['into/a', 'A/x']));
  expect(tree.close()).toEqual([
    {
      folderId: 'into',
      paused: false,
      unpacks: false,
      tree: treeOf([], { A: treeOf([], { B: treeOf(['y']) }), C: treeOf(['z']), Empty: treeOf([]) }),
    },
  ]);
  answer.resolve();
  await uploading;
  expect([tree.added, tree.failed]).toEqual([['into/a', 'A/x'], []]);
});

test('canceled, it creates no more folders and adds no more files, also when it waited for the server', async () => {
  vi.useFakeTimers();
  const answer = Promise.withResolvers<void>();
  const asked: string[] = [];
  const tree = openTree(async (name) => {
    asked.push(name);
    if (name === 'Away') throw errorOf(0, 'unavailable');
    if (name === 'B') await answer.promise;
  });
  const first = tree.upload(treeOf(['a'], { A: treeOf(['x']), B: treeOf(['y']), C: treeOf(['z']) }), 'into');
  const second = tree.upload(treeOf([], { Away: treeOf(['w']) }), null);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(tree.isRunning()).toBe(true);
  tree.cancel();
  expect(tree.isRunning()).toBe(false);
  const askedThen = asked.length;
  answer.resolve();
  await Promise.all([first, second]);
  await vi.advanceTimersByTimeAsync(24 * 3_600_000);
  expect(asked).toHaveLength(askedThen);
  await tree.upload(treeOf([], { D: treeOf(['v']) }), null);
  expect([tree.added, tree.failed, tree.close()]).toEqual([['into/a', 'A/x', 'D/v'], [], []]);
});

test('an answer that the session has ended loses nothing, and what is done is not left', async () => {
  const tree = openTree(async (name) => {
    if (name === 'B') throw errorOf(401, 'unauthenticated');
  });
  await tree.upload(treeOf([], { A: treeOf(['x']), B: treeOf(['y']), C: treeOf(['z']) }), null);
  expect(tree.close()).toEqual([
    { folderId: null, paused: false, unpacks: false, tree: treeOf([], { B: treeOf(['y']), C: treeOf(['z']) }) },
  ]);
  expect(tree.failed).toEqual([]);
});

test('paused, it goes on with its folders, and their files wait, also in the next session; a later one does not', async () => {
  const answers = {
    B: Promise.withResolvers<void>(),
    C: Promise.withResolvers<void>(),
    D: Promise.withResolvers<void>(),
  };
  const tree = openTree(async (name) => await answers[name as keyof typeof answers]?.promise);
  void tree.upload(treeOf([], { A: treeOf(['x']), B: treeOf(['y']), C: treeOf(['z']), D: treeOf(['w']) }), null);
  await vi.waitFor(() => expect(tree.added).toEqual(['A/x']));
  tree.pause();
  answers.B.resolve();
  await vi.waitFor(() => expect(tree.added).toEqual(['A/x', 'B/y paused']));
  await tree.upload(treeOf(['later']), null);
  expect(tree.added.at(-1)).toBe('null/later');
  tree.resume();
  answers.C.resolve();
  await vi.waitFor(() => expect(tree.added.at(-1)).toBe('C/z'));
  tree.pause();
  const next = openTree(async () => {});
  for (const held of tree.close()) await next.upload(held.tree, held.folderId, held);
  expect(next.added).toEqual(['D/w paused']);
});

test('one that is still being read is running, is canceled with the others, and goes on in the next session', async () => {
  const reading = Promise.withResolvers<FileTree>();
  const tree = openTree(async () => {});
  const canceled = tree.upload(reading.promise, null);
  expect(tree.isRunning()).toBe(true);
  tree.cancel();
  expect(tree.isRunning()).toBe(false);
  const closed = tree.upload(reading.promise, 'into');
  const next = openTree(async () => {});
  const resumed = tree.close().map((held) => next.upload(held.tree, held.folderId, held));
  expect([resumed.length, next.isRunning()]).toEqual([1, true]);
  reading.resolve(treeOf(['a'], { A: treeOf(['x']) }));
  await Promise.all([canceled, closed, ...resumed]);
  expect([tree.added, next.added]).toEqual([[], ['into/a', 'A/x']]);
});

test('a wide folder that is there already is listed once, again where the list failed', async () => {
  const tree = openTree(async () => {
    throw errorOf(409, 'name-taken');
  });
  const names = ['A', 'B', 'C', 'D'];
  const listings = [errorOf(403, 'invalid-input'), names.slice(1)];
  tree.folders.children.mockImplementation(async () => {
    const listing = listings.shift();
    if (!Array.isArray(listing)) throw listing ?? new Error('listed too often');
    return { folders: listing.map((name) => ({ id: name, name })), files: [], nextCursor: null };
  });
  await tree.upload(treeOf([], Object.fromEntries(names.map((name) => [name, treeOf(['x'])]))), 'into');
  expect([tree.added, tree.failed]).toEqual([['B/x', 'C/x', 'D/x'], ['A']]);
});

test('those of folders that are not there yet are counted from the beginning, until they are canceled', async () => {
  const task = {
    observe: () => () => {},
    snapshot: () => ({}),
    discard() {},
    done: Promise.resolve('file'),
  } as unknown as UploadTask;
  const queue = createUploadQueue({ start: () => task, terminate: async () => {}, fadeMs: 0 });
  const made = Promise.withResolvers<void>();
  const folders = {
    async create({ name }: { name: string }) {
      if (name === 'B') await made.promise;
      return { id: name };
    },
  } as unknown as DriveClient['folders'];
  const uploads = createUploadTree({ api: { folders }, queue, onFolder() {} });
  const uploading = uploads.upload(treeOf([], { A: treeOf(['1']), B: treeOf(['22'], { C: treeOf(['333']) }) }), null);
  const batch = () => queue.snapshot().batch;
  await vi.waitFor(() => expect(batch()).toMatchObject({ total: 3, uploaded: 1, totalBytes: 6, sentBytes: 1 }));
  uploads.cancel();
  expect(batch()).toMatchObject({ total: 1, uploaded: 1, totalBytes: 1 });
  made.resolve();
  await uploading;
});

test('its files are one batch, however far apart its folders are created', async () => {
  const task = {
    observe: () => () => {},
    snapshot: () => ({}),
    done: Promise.resolve('file'),
  } as unknown as UploadTask;
  const queue = createUploadQueue({ start: () => task, terminate: async () => {}, fadeMs: 0 });
  const folders = {
    async create({ name }: { name: string }) {
      await queue.whenIdle();
      return { id: name };
    },
  } as unknown as DriveClient['folders'];
  const uploads = createUploadTree({ api: { folders }, queue, onFolder() {} });
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
  const whole = names.map((name) => [name, treeOf(['1', '2', '3', '4', '5'])] as const);
  await uploads.upload(treeOf([], Object.fromEntries(whole)), null);
  await vi.waitFor(() => expect(uploads.isRunning()).toBe(false));
  expect(queue.snapshot().batch).toMatchObject({ total: 40, uploaded: 40 });
  queue.add([new File(['x'], 'later')], null);
  expect(queue.snapshot().batch).toMatchObject({ total: 1, uploaded: 0 });
});
