import { expect, test } from 'vitest';
import type { File as StoredFile } from '#contract/records/entries.ts';
import type { Done } from '#web/features/files/actions/undo.ts';
import { createRenewedFiles } from './renewed-files.ts';

const fileOf = (id: string, version: number): StoredFile => ({
  id,
  name: `${id}.txt`,
  url: `/content/${id}/version-${version}/${id}.txt`,
  createdAt: 1,
  folderId: null,
  userId: 'ada',
  size: 1,
  contentType: 'text/plain',
  modifiedAt: 1,
  preview: null,
  version,
  starred: false,
});

function watch() {
  let done: Done | undefined;
  let run: (() => Promise<unknown>) | undefined;
  const kept: StoredFile[] = [];
  const files = createRenewedFiles({
    undo: {
      offer(things, what, operationIds, other) {
        run = other.run;
        done = { title: things.map(({ name }) => name).join(), what, operationIds: operationIds.map(String), at: 1 };
        return done;
      },
      drop: () => void (done = undefined),
      snapshot: () => done,
    },
    versions: { keepBoth: async (renewed) => void kept.push(...renewed) },
    toasts: { show: () => {} },
  });
  const change = (id: string, version: number) =>
    files.changed({ revision: 1, entryId: id, folder: null, file: fileOf(id, version) });
  return { ...files, change, kept, keepBoth: () => run?.(), offer: () => done, forget: () => void (done = undefined) };
}

test('the answer to an upload and the change come in any order; a new file is not told', () => {
  const page = watch();
  page.stored('a');
  expect(page.offer()).toBeUndefined();
  page.change('a', 2);
  expect(page.offer()?.what).toBe('a.txt is now version 2. Version 1 is still here.');
  page.forget();
  page.change('b', 3);
  expect(page.offer()).toBeUndefined();
  page.stored('b');
  expect(page.offer()?.what).toBe('b.txt is now version 3. Version 2 is still here.');
  page.forget();
  page.change('c', 1);
  page.stored('c');
  expect(page.offer()).toBeUndefined();
});

test('those of a moment are announced and kept together, each in its newest version', async () => {
  const page = watch();
  for (const id of ['a', 'b']) page.stored(id);
  page.change('a', 2);
  page.change('b', 2);
  page.change('b', 3);
  expect(page.offer()?.what).toBe('2 files have new versions now. The earlier ones are still here.');
  expect(page.offer()?.operationIds).toEqual(['version-2', 'version-3']);
  await page.keepBoth();
  expect(page.offer()).toBeUndefined();
  expect(page.kept.map(({ id, version }) => [id, version])).toEqual([
    ['a', 2],
    ['b', 3],
  ]);
  page.stored('c');
  page.change('c', 2);
  expect(page.offer()?.title).toBe('c.txt');
});
