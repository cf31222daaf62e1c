import { beforeEach, expect, test, vi } from 'vitest';
import { createSavedUploads } from './saved-uploads.ts';
import type * as Rows from './upload-rows.ts';

/** What the browser has saved, and which rows its disk has no room to write again. */
const disk = vi.hoisted(() => ({
  rows: new Map<string, Rows.SavedUpload>(),
  full: new Set<string>(),
  /** The sizes of the copies, by their keys. */
  copies: new Map<string, number>(),
  /** Until then it writes no large copy. */
  idle: Promise.resolve(),
  changed: [] as string[],
}));

vi.mock(
  './upload-rows.ts',
  (): Partial<typeof Rows> => ({
    maxSharedBytes: 64 * 1024,
    async putRow(row, { copy } = {}) {
      if (copy) await copyTo(row.key, copy);
      if (!disk.full.has(row.key)) disk.rows.set(row.key, row);
    },
    copyBytes: async (key, bytes) => await copyTo(key, bytes),
    changeRow: async (key) => void disk.changed.push(key),
    async removeRow(key) {
      disk.rows.delete(key);
      disk.copies.delete(key);
    },
    rowsOf: async (uid) => [...disk.rows.values()].filter((row) => row.uid === uid),
    withBytes: async (row) => row,
  }),
);

async function copyTo(key: string, { size }: Blob): Promise<void> {
  if (size > 64 * 1024) await disk.idle;
  disk.copies.set(key, size);
}

beforeEach(() => {
  disk.rows.clear();
  disk.full.clear();
  disk.copies.clear();
  disk.changed = [];
});

/** Files that are as large as they say. */
function photographs(count: number, size: number): File[] {
  return Array.from({ length: count }, (_, i) => Object.defineProperty(new File([], `${i}`), 'size', { value: size }));
}

const copiedBytes = () => [...disk.copies.values()].reduce((sum, size) => sum + size, 0);

/** A tab that uploads these files and is closed. */
async function leave(...names: string[]): Promise<void> {
  const saved = createSavedUploads('ada');
  for (const name of names) await saved.add(new File([name], name), null);
  saved.close();
  await vi.waitFor(async () => expect((await createSavedUploads('ada').left()).length).toBe(names.length));
}

test('what becomes of an upload does not wait until a thousand others are copied', async () => {
  const idle = Promise.withResolvers<void>();
  disk.idle = idle.promise;
  const saved = createSavedUploads('ada');
  const adding = photographs(1000, 500_000).map((file) => saved.add(file, null));
  await vi.waitFor(() => expect(disk.rows.size).toBe(1000));
  const first = (await adding[0]) ?? '';
  await saved.change(first, { url: '/api/uploads/first' });
  await saved.remove(first);
  expect([disk.changed, disk.rows.size, disk.copies.size]).toEqual([[first], 999, 0]);
  idle.resolve();
  await vi.waitFor(() => expect(disk.copies.size).toBeGreaterThanOrEqual(999));
});

test('a part of many photographs is copied, and others when it is uploaded', async () => {
  const saved = createSavedUploads('ada');
  const keys = await Promise.all(photographs(2000, 5_000_000).map((file) => saved.add(file, null)));
  const atOnce = Math.floor(1024 ** 3 / 5_000_000);
  await vi.waitFor(() => expect(disk.copies.size).toBe(atOnce));
  await saved.remove(keys[0] ?? '');
  await vi.waitFor(() => expect([...disk.copies.keys()]).toEqual(keys.slice(1, atOnce + 1)));
  await Promise.all(photographs(10, 1000).map((file) => saved.add(file, null)));
  expect([disk.rows.size, copiedBytes() <= 1024 ** 3]).toEqual([2009, true]);
});

test('what a tab leaves is taken over once, without writing its bytes again', async () => {
  await leave('a', 'b');
  const [one, other] = [createSavedUploads('ada'), createSavedUploads('ada')];
  const taken = await Promise.all([one.adopt(), other.adopt()]);
  expect(taken.flat().map(({ name }) => name)).toEqual(['a', 'b']);
  expect([await one.left(), await other.adopt(), disk.copies.size]).toEqual([[], [], 2]);
});

test('one that cannot be marked as taken over, as on a full disk, is sent by no tab that did not', async () => {
  await leave('a', 'b');
  const [first = ''] = disk.rows.keys();
  disk.full.add(first);
  const full = createSavedUploads('ada');
  expect((await full.adopt()).map(({ name }) => name)).toEqual(['b']);
  disk.full.clear();
  expect((await createSavedUploads('ada').adopt()).map(({ name }) => name)).toEqual(['a']);
});
