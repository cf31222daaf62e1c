import { expect, test } from 'vitest';
import type { Listing } from './listing.ts';
import { file, listing } from './sample-listing.ts';
import { withUnchanged } from './with-unchanged.ts';

test('what did not change is the same object, wherever it stands', () => {
  const before = listingOf(['a', 'b', 'c', 'd']);
  const now = listingOf(['new', 'b', 'c', 'e', 'd'], { c: 'other' });
  const { files } = withUnchanged(before, now);
  expect(files).toEqual(now.files);
  const kept = files.filter((one) => before.files.includes(one)).map(({ id }) => id);
  expect(kept).toEqual(['b', 'd']);
});

test('a listing without anything new is the one before, and one with another revision shares its entries', () => {
  const before = listingOf(['a', 'b']);
  expect(withUnchanged(before, structuredClone(before))).toBe(before);
  const later = withUnchanged(before, { ...structuredClone(before), revision: 7 });
  expect(later.revision).toBe(7);
  expect(later.files).toBe(before.files);
  expect(later.folder).toBe(before.folder);
  expect(withUnchanged(before, { ...before, partial: true }).partial).toBe(true);
  expect(withUnchanged({ ...before, partial: true }, before)).toEqual(before);
});

test('fewer are another list', () => {
  const before = listingOf(['a', 'b']);
  for (const ids of [['a'], ['b'], []]) {
    const { files } = withUnchanged(before, listingOf(ids));
    expect(files.map(({ id }) => id)).toEqual(ids);
    expect(files.every((one) => before.files.includes(one))).toBe(true);
  }
  expect(withUnchanged(undefined, before)).toBe(before);
});

const order = ['new', 'a', 'b', 'c', 'e', 'd'];

/** With files by their ids, some of them with another name. */
function listingOf(ids: readonly string[], names: Record<string, string> = {}): Listing {
  return listing({ files: ids.map((id) => file(id, { name: names[id] ?? id, createdAt: order.indexOf(id) })) });
}
