import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { File as StoredFile } from '#contract/records/entries.ts';
import { file } from '#web/features/files/cache/sample-listing.ts';
import { createUndo } from '#web/features/files/undo/undo.ts';
import { createRenewedFiles } from './renewed-files.ts';

/** Those of a moment are told together. */
const aMoment = 500;
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** The id of a version and of the operation that made it. */
const versionIdOf = (id: string, version: number) => `${id}-version-${version}`;
const fileOf = (id: string, version: number): StoredFile =>
  file(id, { name: `${id}.txt`, url: `/content/${id}/${versionIdOf(id, version)}/${id}.txt`, version });

function watch({ keepsBoth = true } = {}) {
  const kept: StoredFile[] = [];
  const said: string[] = [];
  const toasts = { show: (_title: string, text: string) => void said.push(text) };
  const undone: string[] = [];
  const undo = createUndo({
    api: {
      async undo({ operationId }) {
        undone.push(operationId);
        return { operationId: null, elsewhere: [] };
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
  const stored = (id: string, version: number) => files.stored(versionIdOf(id, version));
  const keepBoth = () => undo.instead()?.run();
  return {
    ...files,
    stored,
    change,
    kept,
    said,
    keepBoth,
    offer: undo.snapshot,
    forget: undo.forget,
    undo: undo.undo,
    undone,
  };
}

test('the answer to an upload and the change come in any order; a new file is not told', () => {
  const page = watch();
  page.stored('a', 2);
  expect(page.offer()).toBeUndefined();
  page.change('a', 2);
  expect(page.offer()?.what).toBe('a.txt is now version 2. Version 1 is still here.');
  page.forget();
  vi.advanceTimersByTime(aMoment);
  page.change('b', 3);
  expect(page.offer()).toBeUndefined();
  page.stored('b', 3);
  expect(page.offer()?.what).toBe('b.txt is now version 3. Version 2 is still here.');
  page.forget();
  page.change('c', 1);
  page.stored('c', 1);
  expect(page.offer()).toBeUndefined();
});

test('a version that an upload did not make is not taken for that of the upload', () => {
  const page = watch();
  page.change('a', 3);
  page.stored('a', 4);
  expect(page.offer()).toBeUndefined();
  page.change('a', 4);
  expect(page.offer()?.what).toBe('a.txt is now version 4. Version 3 is still here.');
});

test('those of a moment are announced and kept together, each in its newest version', async () => {
  const page = watch();
  for (const id of ['a', 'b']) page.stored(id, 2);
  page.stored('b', 3);
  page.change('a', 2);
  page.change('b', 2);
  page.change('b', 3);
  expect(page.offer()?.what).toBe('a.txt is now version 2. Version 1 is still here.');
  vi.advanceTimersByTime(aMoment);
  expect(page.offer()?.what).toBe('2 files have new versions now. The earlier ones are still here.');
  expect(page.offer()?.calls.map(({ operationId }) => operationId)).toEqual(['a-version-2', 'b-version-3']);
  await page.keepBoth();
  expect(page.offer()?.what).toBe('Both versions are files now');
  expect(page.kept.map(({ id, version }) => [id, version])).toEqual([
    ['a', 2],
    ['b', 3],
  ]);
  vi.advanceTimersByTime(aMoment);
  page.stored('c', 2);
  page.change('c', 2);
  expect(page.offer()?.title).toBe('c.txt');
});

test('while something is offered, a version that was restored or came from elsewhere is not announced as an upload', () => {
  const page = watch();
  page.stored('a', 2);
  page.change('a', 2);
  page.change('a', 3);
  expect(page.offer()?.calls.map(({ operationId }) => operationId)).toEqual(['a-version-2']);
});

test('keeping both is undone instead of the upload; when it is refused, the upload can still be undone', async () => {
  for (const keepsBoth of [true, false]) {
    const page = watch({ keepsBoth });
    page.stored('a', 2);
    page.change('a', 2);
    await page.keepBoth();
    expect(page.said.length).toBe(keepsBoth ? 0 : 1);
    await page.undo();
    await page.undo();
    expect(page.undone).toEqual([keepsBoth ? 'kept' : 'a-version-2']);
  }
});
