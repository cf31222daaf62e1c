import { expect, test } from 'vitest';
import type { File as StoredFile } from '#contract/records/entries.ts';
import { file } from '#web/features/files/cache/sample-listing.ts';
import { createUndo } from '#web/features/files/undo/undo.ts';
import { createRenewedFiles } from './renewed-files.ts';

const fileOf = (id: string, version: number): StoredFile =>
  file(id, { name: `${id}.txt`, url: `/content/${id}/version-${version}/${id}.txt`, version });

function watch({ keepsBoth = true } = {}) {
  const kept: StoredFile[] = [];
  const said: string[] = [];
  const toasts = { show: (_title: string, text: string) => void said.push(text) };
  const undone: string[] = [];
  const undo = createUndo({
    api: {
      async undo({ operationId }) {
        undone.push(operationId);
        return { operationId: null };
      },
    },
    toasts,
    account: 'ada',
    onUndone: () => {},
  });
  const files = createRenewedFiles({
    undo,
    versions: {
      async keepBoth(renewed) {
        if (!keepsBoth) throw new Error('refused');
        kept.push(...renewed);
        return { files: [], operationId: 'kept' };
      },
    },
    toasts,
  });
  const change = (id: string, version: number) =>
    files.changed({ revision: 1, entryId: id, folder: null, file: fileOf(id, version) });
  const keepBoth = () => undo.instead()?.run();
  return { ...files, change, kept, said, keepBoth, offer: undo.snapshot, forget: undo.forget, undo: undo.undo, undone };
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
  expect(page.offer()?.calls.map(({ operationId }) => operationId)).toEqual(['version-2', 'version-3']);
  await page.keepBoth();
  expect(page.offer()?.what).toBe('Both versions are files now');
  expect(page.kept.map(({ id, version }) => [id, version])).toEqual([
    ['a', 2],
    ['b', 3],
  ]);
  page.stored('c');
  page.change('c', 2);
  expect(page.offer()?.title).toBe('c.txt');
});

test('keeping both is undone instead of the upload; when it is refused, the upload can still be undone', async () => {
  for (const keepsBoth of [true, false]) {
    const page = watch({ keepsBoth });
    page.stored('a');
    page.change('a', 2);
    await page.keepBoth();
    expect(page.said.length).toBe(keepsBoth ? 0 : 1);
    await page.undo();
    await page.undo();
    expect(page.undone).toEqual([keepsBoth ? 'kept' : 'version-2']);
  }
});
