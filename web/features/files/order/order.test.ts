import { expect, test } from 'vitest';
import type { Folder, File as StoredFile } from '#contract/records/entries.ts';
import { sortKeys } from '#contract/sort-orders.ts';
import { filtered } from './filter.ts';
import { createOrdering, type Order } from './order.ts';

const files = [
  ['b 10.jpg', 5, 'image/jpeg', 30, 6],
  ['b 9.txt', 7, 'text/plain', 10, 5],
  ['Ärger.zip', 5, 'application/zip', 20, -8],
].map(([name, size, contentType, modifiedAt, takenAt], at) => ({
  id: `id ${at}`,
  name,
  size,
  contentType,
  modifiedAt,
  takenAt,
  createdAt: at,
  url: '/content',
})) as unknown as StoredFile[];

const inOrder = <Item extends Folder | StoredFile>(items: readonly Item[], order: Order) =>
  createOrdering<Item>().inOrder(items, order);

test.each([
  ['created', [0, 1, 2]],
  ['name', [2, 1, 0]],
  ['size', [0, 2, 1]],
  ['taken', [2, 1, 0]],
  ['modified', [1, 2, 0]],
  ['kind', [2, 0, 1]],
] as const)('files by %s, and the other way round', (sort, order) => {
  const ids = order.map((at) => `id ${at}`);
  expect(inOrder(files, { sort, direction: 'asc' }).map(({ id }) => id)).toEqual(ids);
  expect(inOrder(files, { sort, direction: 'desc' }).map(({ id }) => id)).toEqual(ids.toReversed());
});

test('folders have no size and no kind', () => {
  const folders = ['b', 'a'].map((name, at) => ({ id: `id ${at}`, name, createdAt: at })) as unknown as Folder[];
  for (const sort of sortKeys)
    expect(inOrder(folders, { sort, direction: 'asc' }).map(({ name }) => name)).toEqual(
      sort === 'name' || sort === 'taken' ? ['a', 'b'] : ['b', 'a'],
    );
});

test('what was taken at no known time comes last both ways, by its name, and what was taken at once is in the order of its names', () => {
  const [one, two, three] = files as [StoredFile, StoredFile, StoredFile];
  const mixed = [{ ...one, takenAt: null }, two, { ...three, takenAt: null }, { ...three, id: 'id 3', takenAt: 5 }];
  const inBoth = (['asc', 'desc'] as const).map((direction) =>
    inOrder(mixed, { sort: 'taken', direction }).map(({ id }) => id),
  );
  expect(inBoth).toEqual([
    ['id 3', 'id 1', 'id 2', 'id 0'],
    ['id 1', 'id 3', 'id 2', 'id 0'],
  ]);
  const folders = ['b', 'a'].map((name, at) => ({ id: `id ${at}`, name, createdAt: at })) as unknown as Folder[];
  expect(inOrder(folders, { sort: 'taken', direction: 'desc' }).map(({ name }) => name)).toEqual(['a', 'b']);
});

test('what is added, changed and removed takes its place among what was sorted before', () => {
  for (const sort of sortKeys)
    for (const direction of ['asc', 'desc'] as const) {
      const keepInOrder = createOrdering<StoredFile>();
      let now: readonly StoredFile[] = [];
      for (let step = 0; step < 200; step += 1) {
        // Numbers that look random, and are the same each time.
        const at = (step * 7919) % 31;
        const others = now.filter(({ id }) => id !== `id ${at}`);
        const made = {
          ...files[at % 3],
          id: `id ${at}`,
          name: `${(step * 31) % 11} a`,
          size: (step * 17) % 5,
        } as StoredFile;
        now =
          step % 5 === 4
            ? others
            : [
                ...others,
                {
                  ...made,
                  modifiedAt: (step * 13) % 7,
                  takenAt: step % 3 === 0 ? null : (step * 13) % 5,
                  createdAt: step,
                },
              ];
        expect(keepInOrder.inOrder(now, { sort, direction })).toEqual(inOrder(now, { sort, direction }));
      }
    }
});

test('a filter takes every word, anywhere in a name, without regard to case and accents', () => {
  expect(filtered(files, ' ').length).toBe(3);
  expect(filtered(files, 'ARGER').map(({ name }) => name)).toEqual(['Ärger.zip']);
  expect(filtered(files, 'jpg 1').map(({ name }) => name)).toEqual(['b 10.jpg']);
  expect(filtered(files, 'nothing')).toEqual([]);
});

test('many are sorted in steps like all at once, also when they change meanwhile', async () => {
  const many = Array.from({ length: 12_345 }, (_, at) => ({
    ...files[at % 3],
    id: `id ${at}`,
    name: `${(at * 7919) % 3001} a`,
    createdAt: at,
  })) as StoredFile[];
  const order: Order = { sort: 'name', direction: 'asc' };
  const ordering = createOrdering<StoredFile>();
  const preparing = ordering.prepare(many, order);
  const changed = [...many.slice(1), { ...files[0], id: 'later', name: 'later', createdAt: many.length } as StoredFile];
  await preparing;
  expect(ordering.inOrder(many, order)).toEqual(inOrder(many, order));
  expect(ordering.inOrder(changed, order)).toEqual(inOrder(changed, order));
});
