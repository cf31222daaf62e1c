import { expect, test, vi } from 'vitest';
import { StorageError } from '#client/storage/requests/storage-error.ts';
import { createTransfers, files, openQueue, rowOf, savedOf } from './queue-for-tests.ts';
import type { SavedUploads } from './saved-uploads.ts';

const smallFiles = (...names: string[]) => names.map((name) => new File(['x'], name));

test('a few uploads run at once, the others wait', async () => {
  const { started, start } = createTransfers();
  const queue = openQueue({ start, atOnce: 2, fadeMs: 0 });
  queue.add(files('a', 'b', 'c'), null);
  expect(queue.snapshot().items.map(({ state }) => state)).toEqual(['running', 'running', 'waiting']);
  started[0]?.succeed();
  await vi.waitFor(() => expect(started.map(({ source }) => source.name)).toEqual(['a', 'b', 'c']));
  await vi.waitFor(() => expect(queue.snapshot().items.map(({ name }) => name)).toEqual(['b', 'c']));
});

test('small files, which travel together, run beside the others, a limited number at once', async () => {
  const { started, start } = createTransfers();
  const queue = openQueue({ start, atOnce: 1, smallAtOnce: 2, fadeMs: 0 });
  queue.add(files('a', 'b'), null);
  queue.add(smallFiles('c', 'd', 'e'), null);
  const names = () => started.map(({ source }) => source.name);
  expect(names()).toEqual(['a', 'c', 'd']);
  started[1]?.succeed();
  await vi.waitFor(() => expect(names()).toEqual(['a', 'c', 'd', 'e']));
  started[0]?.succeed();
  await vi.waitFor(() => expect(names()).toEqual(['a', 'c', 'd', 'e', 'b']));
});

test('what ends before the browser has saved it need not be saved any more', async () => {
  const { started, start } = createTransfers();
  const { saved } = savedOf();
  const areOver: [string, (() => boolean) | undefined][] = [];
  const add: SavedUploads['add'] = async (file, _, more) => {
    areOver.push([file.name, more?.isOver]);
    return file.name;
  };
  const queue = openQueue({ start, saved: { ...saved, add }, atOnce: 1 });
  queue.add(files('stored', 'canceled', 'running'), null);
  const over = () => areOver.filter(([, isOver]) => isOver?.()).map(([name]) => name);
  expect(over()).toEqual([]);
  queue.remove(2);
  started[0]?.succeed();
  await vi.waitFor(() => expect(over()).toEqual(['stored', 'canceled']));
});

test('files with a blank name are left out', () => {
  const { started, start } = createTransfers();
  openQueue({ start }).add(files('  '), null);
  expect(started).toEqual([]);
});

test('a failed upload stays with its reason, and can be sent again', async () => {
  const { started, start } = createTransfers();
  const queue = openQueue({ start });
  queue.add(files('a'), 'folder');
  started[0]?.fail(new Error('The disk is full.'));
  await vi.waitFor(() => expect(queue.snapshot().items[0]).toMatchObject({ error: true, reason: 'The disk is full.' }));
  queue.retry(1);
  expect(queue.snapshot().items[0]).toMatchObject({ error: false, state: 'running', progress: 0 });
  expect(started[1]?.source).toMatchObject({ name: 'a', folderId: 'folder' });
});

test('all that failed are sent again together; a folder that is gone may be in Trash', async () => {
  const { started, start } = createTransfers();
  const queue = openQueue({ start });
  queue.add(files('a', 'b'), 'folder');
  for (const { fail } of started) fail(new StorageError('object-not-found', { serverCode: 'folder-not-found' }));
  await vi.waitFor(() =>
    expect(queue.snapshot().items.map(({ reason }) => reason)).toEqual([
      'Its folder is in Trash or was deleted.',
      'Its folder is in Trash or was deleted.',
    ]),
  );
  queue.retryAll();
  expect(queue.snapshot().items.map(({ state, reason }) => [state, reason])).toEqual([
    ['running', undefined],
    ['running', undefined],
  ]);
  expect(started.length).toBe(4);
});

test('one that the server was away for is begun again after a while, from where it was', async () => {
  vi.useFakeTimers();
  const { started, start } = createTransfers();
  const queue = openQueue({ start });
  queue.add(files('a'), null);
  await vi.advanceTimersByTimeAsync(0);
  for (const status of [0, 502, 504]) {
    started.at(-1)?.fail(new StorageError('retry-limit-exceeded', { status }));
    const begun = started.length;
    await vi.advanceTimersByTimeAsync(5000);
    expect(queue.snapshot().items[0]).toMatchObject({ state: 'waiting', error: false });
    expect(started).toHaveLength(begun);
    await vi.advanceTimersByTimeAsync(5000);
    expect(queue.snapshot().items[0]).toMatchObject({ state: 'running' });
    expect(started.at(-1)).toMatchObject({ resumeFrom: '/api/uploads/1' });
  }
  started.at(-1)?.fail(new StorageError('retry-limit-exceeded', { status: 500 }));
  await vi.advanceTimersByTimeAsync(0);
  expect(queue.snapshot().items[0]).toMatchObject({ state: 'failed', error: true });
  vi.useRealTimers();
});

test('a canceled upload is gone, and the next one starts', async () => {
  const { started, start } = createTransfers();
  const queue = openQueue({ start, atOnce: 1 });
  queue.add(files('a', 'b'), null);
  queue.remove(1);
  await vi.waitFor(() => expect(started).toHaveLength(2));
  expect(queue.snapshot().items.map(({ name }) => name)).toEqual(['b']);
});

test('what no task can cancel any more is deleted from the server by its address', async () => {
  const { started, start } = createTransfers();
  const terminated: string[] = [];
  const terminate = async (url: string) => void terminated.push(url);
  const queue = openQueue({ start, terminate, atOnce: 2 });
  const states = () => queue.snapshot().items.map(({ state }) => state);
  const [file = new File([], '')] = files('held');
  queue.add(files('running', 'failing', 'waiting'), null);
  queue.resumeHeld([{ file, folderId: null, url: '/api/uploads/held', paused: true }]);
  started[1]?.fail(new Error('The disk is full.'));
  await vi.waitFor(() => expect(states()).toEqual(['running', 'failed', 'running', 'paused']));
  queue.remove(1);
  queue.remove(3);
  expect(terminated).toEqual([]);
  queue.remove(4);
  expect(terminated).toEqual(['/api/uploads/held']);
  queue.removeAll();
  expect(terminated).toEqual(['/api/uploads/held', '/api/uploads/1']);
});

test('a paused upload gives its place to the next one and resumes when there is a place again', () => {
  const { started, start } = createTransfers();
  const queue = openQueue({ start, atOnce: 1 });
  const states = () => queue.snapshot().items.map(({ state }) => state);
  queue.add(files('a', 'b'), null);
  queue.pause(1);
  expect(states()).toEqual(['paused', 'running']);
  queue.resume(1);
  expect(states()).toEqual(['waiting', 'running']);
  queue.remove(2);
  expect(states()).toEqual(['running']);
  expect(started.map(({ source }) => source.name)).toEqual(['a', 'b']);
});

test('a batch counts what was added until all of it is there, without what was canceled', async () => {
  const { started, start } = createTransfers();
  const queue = openQueue({ start, fadeMs: 0 });
  queue.add(files('a', 'b', 'c'), null);
  queue.remove(3);
  started[0]?.succeed();
  await vi.waitFor(() => expect(queue.snapshot().batch).toMatchObject({ total: 2, uploaded: 1, totalBytes: 140_000 }));
  started[1]?.succeed();
  await vi.waitFor(() => expect(queue.snapshot().batch).toMatchObject({ total: 2, uploaded: 2 }));
  queue.add(files('d'), null);
  expect(queue.snapshot().batch).toMatchObject({ total: 1, uploaded: 0 });
});

test('what is interrupted stays when all others are canceled or closed', async () => {
  const { start } = createTransfers();
  const { saved, removed } = savedOf(rowOf('interrupted'));
  const terminated: string[] = [];
  const queue = openQueue({ start, saved, terminate: async (url) => void terminated.push(url) });
  await vi.waitFor(() => expect(queue.snapshot().items).toMatchObject([{ state: 'interrupted' }]));
  queue.add(files('a', 'b'), null);
  queue.removeAll();
  await vi.waitFor(() => expect(removed).toEqual(['a', 'b']));
  expect(queue.snapshot().items).toMatchObject([{ name: 'interrupted', state: 'interrupted' }]);
  expect(terminated).toEqual([]);
  queue.discardInterrupted();
  expect(terminated).toEqual(['/api/uploads/interrupted']);
});

test('of what another tab leaves, a tab takes what it can read, and the rest with the file that is chosen again', async () => {
  const { started, start } = createTransfers();
  const { saved, rows, asked, closeTab } = savedOf();
  const queue = openQueue({ start, saved });
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  const parts = { unpacks: { id: 'parts', stored: [] } };
  const bytes = new Blob(['x'.repeat(70_000)]);
  closeTab(rowOf('copied', { bytes }), rowOf('large'), rowOf('part 1', { bytes, ...parts }), rowOf('part 2', parts));
  const names = () => started.map(({ source, resumeFrom }) => [source.name, resumeFrom]);
  await vi.waitFor(() => expect(names()).toEqual([['copied', '/api/uploads/copied']]));
  expect(rows.map(({ name }) => name)).toEqual(['large', 'part 1', 'part 2']);
  queue.add(files('large'), 'elsewhere');
  queue.add(files('large'), null);
  await vi.waitFor(() =>
    expect(names().slice(1)).toEqual([
      ['large', undefined],
      ['large', '/api/uploads/large'],
    ]),
  );
});

test('zips that are dropped to be unpacked are unpacked together when all are stored, also in the next session', async () => {
  const { started, start } = createTransfers();
  const unpacked: string[][] = [];
  const onUnpack = (zips: readonly { id: string; name: string }[]) => void unpacked.push(zips.map(({ name }) => name));
  const earlier = openQueue({ start, onUnpack });
  earlier.add(files('a', 'b', 'c'), null, { unpacked: true });
  earlier.add(files('alone'), null, { unpacked: true });
  earlier.add(files('other'), null);
  started[0]?.succeed('1');
  await vi.waitFor(() => expect(started.map(({ source }) => source.name)).toContain('alone'));
  const next = openQueue({ start, onUnpack });
  next.resumeHeld(earlier.close());
  const [b, c, alone] = started.slice(-3);
  alone?.succeed('4');
  await vi.waitFor(() => expect(unpacked).toEqual([['alone']]));
  c?.fail(new Error('The disk is full.'));
  b?.succeed('2');
  await vi.waitFor(() => expect(next.snapshot().items.map(({ state }) => state)).toContain('failed'));
  expect(unpacked).toHaveLength(1);
  next.removeAll();
  expect(unpacked).toEqual([['alone'], ['a', 'b']]);
});

test('after a reload they are unpacked with those that were stored before it', async () => {
  const { started, start } = createTransfers();
  const { saved, changes } = savedOf();
  const earlier = openQueue({ start, saved });
  earlier.add(files('a', 'b'), null, { unpacked: true });
  started[0]?.succeed('1');
  await vi.waitFor(() =>
    expect(changes.at(-1)).toMatchObject(['b', { unpacks: { stored: [{ id: '1', name: 'a' }] } }]),
  );
  const unpacked: unknown[] = [];
  const left = savedOf(rowOf('b', { unpacks: changes.at(-1)?.[1].unpacks }));
  const queue = openQueue({ start, saved: left.saved, onUnpack: (zips) => void unpacked.push(...zips) });
  await vi.waitFor(() => expect(queue.snapshot().items).toMatchObject([{ state: 'interrupted' }]));
  queue.resumeInterrupted(files('b'));
  started.at(-1)?.succeed('2');
  await vi.waitFor(() =>
    expect(unpacked).toEqual([
      { id: '1', name: 'a' },
      { id: '2', name: 'b' },
    ]),
  );
});

test('what is canceled or resumed while the browser asks for permission is not sent again', async () => {
  const { started, start } = createTransfers();
  const { promise: answer, resolve: allow } = Promise.withResolvers<PermissionState>();
  class Handle {
    readonly #file: File;
    constructor(file: File) {
      this.#file = file;
    }
    queryPermission = async () => 'prompt';
    requestPermission = () => answer;
    getFile = async () => this.#file;
  }
  vi.stubGlobal('FileSystemFileHandle', Handle);
  const rows = files('canceled', 'pressed twice').map((file) =>
    rowOf(file.name, { bytes: new Handle(file) as unknown as FileSystemFileHandle }),
  );
  const queue = openQueue({ start, saved: savedOf(...rows).saved, atOnce: 5 });
  await vi.waitFor(() =>
    expect(queue.snapshot().items).toMatchObject([{ needs: 'permission' }, { needs: 'permission' }]),
  );
  const asked = [queue.requestPermission(), queue.requestPermission()];
  queue.remove(1);
  allow('granted');
  await Promise.all(asked);
  expect(started.map(({ source }) => source.name)).toEqual(['pressed twice']);
  expect(queue.snapshot().items).toMatchObject([{ name: 'pressed twice', state: 'running' }]);
});
