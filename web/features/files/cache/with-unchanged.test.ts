import { expect, test } from 'vitest';
import type { File as StoredFile } from '#contract/records/entries.ts';
import type { Listing } from './listing.ts';
import { withUnchanged } from './with-unchanged.ts';

const root = { id: null, name: 'Root', parentId: null, userId: 'person', path: [] as [] } as const;
const contents = { folders: 0, files: 0, bytes: 0 };

test('what did not change is the same object, wherever it stands', () => {
  const before = listing(['a', 'b', 'c', 'd']);
  const now = listing(['new', 'b', 'c', 'e', 'd'], { c: 'other' });
  const { files } = withUnchanged(before, now);
  expect(files).toEqual(now.files);
  const kept = files.filter((one) => before.files.includes(one)).map(({ id }) => id);
  expect(kept).toEqual(['b', 'd']);
});

test('a listing without anything new is the one before, and one with another revision shares its entries', () => {
  const before = listing(['a', 'b']);
  expect(withUnchanged(before, structuredClone(before))).toBe(before);
  const later = withUnchanged(before, { ...structuredClone(before), revision: 7 });
  expect(later.revision).toBe(7);
  expect(later.files).toBe(before.files);
  expect(later.folder).toBe(before.folder);
  expect(withUnchanged(before, { ...before, partial: true }).partial).toBe(true);
  expect(withUnchanged({ ...before, partial: true }, before)).toEqual(before);
});

test('fewer are another list', () => {
  const before = listing(['a', 'b']);
  for (const ids of [['a'], ['b'], []]) {
    const { files } = withUnchanged(before, listing(ids));
    expect(files.map(({ id }) => id)).toEqual(ids);
    expect(files.every((one) => before.files.includes(one))).toBe(true);
  }
  expect(withUnchanged(undefined, before)).toBe(before);
});

const order = ['new', 'a', 'b', 'c', 'e', 'd'];

/** With files by their ids, some of them with another name. */
function listing(ids: readonly string[], names: Record<string, string> = {}): Listing {
  const files = ids.map(
    (id): StoredFile => ({
      id,
      name: names[id] ?? id,
      url: `/content/${id}`,
      createdAt: order.indexOf(id),
      folderId: null,
      userId: 'person',
      size: 1,
      contentType: 'text/plain',
      modifiedAt: 1,
      takenAt: null,
      preview: null,
      version: 1,
      starred: false,
    }),
  );
  return { folder: { ...root, contents }, folders: [], files, revision: 0 };
}
