import type { Folder, File as StoredFile } from '#contract/entries.ts';
import { kindOf } from '#contract/kinds.ts';
import { compareKeys, naturalKey } from '#contract/natural-order.ts';
import type { SortDirection, SortKey } from '#contract/sort-orders.ts';

/** What the entries of a folder are ordered by, as the server does: folders first, what is equal by its id. */
export type Order = { sort: SortKey; direction: SortDirection };

/** The order in which listings come. */
export const firstOrder: Order = { sort: 'created', direction: 'asc' };

/** Natural keys take a while; an entry that is renamed is another object. */
const nameKeys = new WeakMap<object, string>();

/** Folders or files, which come in their first order, in another one. */
export function inOrder<Item extends Folder | StoredFile>(items: readonly Item[], order: Order): readonly Item[] {
  const { sort, direction } = order;
  if (sort === 'created') return direction === 'asc' ? items : items.toReversed();
  const sorted = items
    .map((item) => ({ item, key: keyOf(item, sort) }))
    .toSorted((one, other) => compare(one.key, other.key) || (one.item.id < other.item.id ? -1 : 1))
    .map(({ item }) => item);
  return direction === 'asc' ? sorted : sorted.toReversed();
}

function keyOf(item: Folder | StoredFile, sort: Exclude<SortKey, 'created'>): string | number {
  const file = 'url' in item ? item : undefined;
  switch (sort) {
    case 'name':
      return nameKeyOf(item);
    case 'modified':
      return file?.modifiedAt ?? item.createdAt;
    case 'size':
      return file?.size ?? 0;
    case 'kind':
      return file ? kindOf(file.contentType) : '';
  }
}

function nameKeyOf(item: Folder | StoredFile): string {
  const known = nameKeys.get(item);
  if (known !== undefined) return known;
  const key = naturalKey(item.name);
  nameKeys.set(item, key);
  return key;
}

function compare(one: string | number, other: string | number): number {
  if (typeof one === 'number' || typeof other === 'number') return Number(one) - Number(other);
  return compareKeys(one, other);
}
