import { kindOf } from '#contract/kinds.ts';
import { compareKeys } from '#contract/names/natural-order.ts';
import type { Folder, File as StoredFile } from '#contract/records/entries.ts';
import type { SortDirection, SortKey } from '#contract/sort-orders.ts';
import { isBefore } from '../cache/listing.ts';
import { createAlphabet } from './alphabet.ts';
import { sortInSteps } from './sort-in-steps.ts';

/** What the entries of a folder are ordered by: folders first, what is equal by its id. */
export type Order = { sort: SortKey; direction: SortDirection };

/** The order in which listings come. */
export const firstOrder: Order = { sort: 'created', direction: 'asc' };

const alphabetKey = createAlphabet(navigator.language);
/** These keys take a while; an entry that is renamed is another object. */
const nameKeys = new WeakMap<object, string>();

type Entry = Folder | StoredFile;
type SortedBy = Exclude<SortKey, 'created'>;

/** What was taken at no known time comes last, whatever the direction, by its name. */
const undated = Number.POSITIVE_INFINITY;

/** Sorted in one task; more take longer than a frame. */
const sortedAtOnce = 5000;

/**
 * Brings folders or files, which come in their first order, into another one. It remembers the last ones: after a change
 * only those that are new are sorted.
 */
export function createOrdering<Item extends Entry>() {
  let last: { sort: SortedBy; items: readonly Item[]; sorted: readonly Item[] } | undefined;

  return { inOrder, prepare };

  function inOrder(items: readonly Item[], { sort, direction }: Order): readonly Item[] {
    const sorted = sort === 'created' ? items : ascending(items, sort);
    if (direction === 'asc') return sorted;
    if (sort !== 'taken') return sorted.toReversed();
    const dated = sorted.findIndex((item) => keyOf(item, sort) === undated);
    return dated < 0 ? sorted.toReversed() : [...sorted.slice(0, dated).toReversed(), ...sorted.slice(dated)];
  }

  /** Sorts many items in steps, so that `inOrder` need not do it while the page waits. */
  async function prepare(items: readonly Item[], { sort }: Order): Promise<void> {
    if (sort === 'created' || last?.sort === sort || items.length <= sortedAtOnce) return;
    const sorted = await sortInSteps(items, (item) => placed(item, sort), compare);
    last = { sort, items, sorted: sorted.map(({ item }) => item) };
  }

  function ascending(items: readonly Item[], sort: SortedBy): readonly Item[] {
    if (last?.sort !== sort) last = { sort, items, sorted: sortedBy(items, sort) };
    else if (last.items !== items) {
      const { gone, fresh } = difference(last.items, items);
      const stay = gone.size === 0 ? last.sorted : last.sorted.filter((item) => !gone.has(item));
      last = { sort, items, sorted: merged(stay, sortedBy(fresh, sort), sort) };
    }
    return last.sorted;
  }
}

/** What is only in the first of two lists, and what is only in the second; both are in the first order. */
function difference<Item extends Entry>(before: readonly Item[], now: readonly Item[]) {
  const gone = new Set<Item>();
  const fresh: Item[] = [];
  let at = 0;
  for (const item of now) {
    let other = before[at];
    for (; other !== undefined && other !== item && !isBefore(item, other); other = before[at]) {
      gone.add(other);
      at += 1;
    }
    if (other === item) at += 1;
    else fresh.push(item);
  }
  for (const item of before.slice(at)) gone.add(item);
  return { gone, fresh };
}

function sortedBy<Item extends Entry>(items: readonly Item[], sort: SortedBy): readonly Item[] {
  return items
    .map((item) => placed(item, sort))
    .toSorted(compare)
    .map(({ item }) => item);
}

/** Two sorted lists as one. The second one is short: the place of each is looked for by halves. */
function merged<Item extends Entry>(many: readonly Item[], few: readonly Item[], sort: SortedBy): readonly Item[] {
  const all: Item[] = [];
  let at = 0;
  for (const item of few) {
    const wanted = placed(item, sort);
    let end = many.length;
    let begin = at;
    while (begin < end) {
      const middle = (begin + end) >> 1;
      const other = many[middle];
      if (other && compare(placed(other, sort), wanted) < 0) begin = middle + 1;
      else end = middle;
    }
    for (; at < begin; at += 1) all.push(many[at] as Item);
    all.push(item);
  }
  for (; at < many.length; at += 1) all.push(many[at] as Item);
  return all;
}

function placed<Item extends Entry>(item: Item, sort: SortedBy) {
  return { item, id: item.id, key: keyOf(item, sort), isNamed: sort === 'taken' };
}

function keyOf(item: Entry, sort: SortedBy): string | number {
  const file = 'url' in item ? item : undefined;
  switch (sort) {
    case 'name':
      return nameKeyOf(item);
    case 'taken':
      return file?.takenAt ?? undated;
    case 'modified':
      return file?.modifiedAt ?? item.createdAt;
    case 'size':
      return file?.size ?? 0;
    case 'kind':
      return file ? kindOf(file.contentType) : '';
  }
}

function nameKeyOf(item: Entry): string {
  const known = nameKeys.get(item);
  if (known !== undefined) return known;
  const key = alphabetKey(item.name);
  nameKeys.set(item, key);
  return key;
}

type Placed = { item: Entry; id: string; key: string | number; isNamed: boolean };

function compare(one: Placed, other: Placed): number {
  const byKey = compareValues(one.key, other.key);
  const byName = byKey === 0 && one.isNamed ? compareKeys(nameKeyOf(one.item), nameKeyOf(other.item)) : 0;
  return byKey || byName || (one.id < other.id ? -1 : 1);
}

function compareValues(one: string | number, other: string | number): number {
  if (one === other) return 0;
  return typeof one === 'number' || typeof other === 'number' ? Number(one) - Number(other) : compareKeys(one, other);
}
