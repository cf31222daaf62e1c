import { beforeEach, expect, test, vi } from 'vitest';
import { createSavedUploads } from './saved-uploads.ts';
import type * as Rows from './upload-rows.ts';

/** What the browser has saved, and which rows its disk has no room to write again. */
const disk = vi.hoisted(() => ({ rows: new Map<string, Rows.SavedUpload>(), full: new Set<string>(), copies: 0 }));

vi.mock(
  './upload-rows.ts',
  (): Partial<typeof Rows> => ({
    async putRow(row, copy) {
      if (copy) disk.copies += 1;
      if (!disk.full.has(row.key)) disk.rows.set(row.key, row);
    },
    async changeRow() {},
    removeRow: async (key) => void disk.rows.delete(key),
    rowsOf: async (uid) => [...disk.rows.values()].filter((row) => row.uid === uid),
    withBytes: async (row) => row,
  }),
);

beforeEach(() => {
  disk.rows.clear();
  disk.full.clear();
  disk.copies = 0;
});

/** A tab that uploads these files and is closed. */
async function leave(...names: string[]): Promise<void> {
  const saved = createSavedUploads('ada');
  for (const name of names) await saved.add(new File([name], name), null);
  saved.close();
  await vi.waitFor(async () => expect((await createSavedUploads('ada').left()).length).toBe(names.length));
}

test('what a tab leaves is taken over once, without writing its bytes again', async () => {
  await leave('a', 'b');
  const [one, other] = [createSavedUploads('ada'), createSavedUploads('ada')];
  const taken = await Promise.all([one.adopt(), other.adopt()]);
  expect(taken.flat().map(({ name }) => name)).toEqual(['a', 'b']);
  expect([await one.left(), await other.adopt(), disk.copies]).toEqual([[], [], 2]);
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
