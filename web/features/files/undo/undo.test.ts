import { expect, test } from 'vitest';
import { ApiError } from '#client/api-error.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { createUndo } from './undo.ts';
import { type DoneCall, type Elsewhere, undoCalls } from './undo-calls.ts';

type Answer = { code: ErrorCode; data?: object };

/** A page whose server refuses what is in `refusals`, by the ids of operations. */
function open(refusals: Record<string, Answer> = {}, elsewhere: Elsewhere[] = []) {
  const undone: string[] = [];
  const said: unknown[][] = [];
  const back: (readonly string[])[] = [];
  const undo = createUndo({
    api: {
      async undo({ operationId }) {
        const refusal = refusals[operationId];
        if (refusal) throw new ApiError({ message: refusal.code, ...refusal }, 409);
        undone.push(operationId);
        return { operationId: null, elsewhere };
      },
    },
    toasts: { show: (...texts) => void said.push(texts) },
    account: 'ada',
    onUndone: (ids) => void back.push(ids),
  });
  const calls = (...ids: string[]) => ids.map((operationId) => ({ things: [thingOf(operationId)], operationId }));
  return { undo, undone, said, back, calls, refusals };
}

const thingOf = (id: string, folderId: string | null = null) => ({ id, name: `${id}.txt`, folderId });

test('one call that cannot be undone stays and is named; the others are undone', async () => {
  const page = open({ b: { code: 'cannot-undo', data: { why: 'changed', name: 'b.txt' } } });
  page.undo.did(page.calls('a', 'b', 'c'), 'Moved');
  await page.undo.undo();
  expect(page.undone).toEqual(['c', 'a']);
  expect(page.said).toEqual([
    ['Not everything was undone', 'Not undone: b.txt. b.txt was renamed, moved or changed meanwhile.'],
  ]);
  await page.undo.undo();
  expect(page.undone).toEqual(['c', 'a']);
});

test('many things that stay are counted, with what stood in the way', async () => {
  const page = open({ many: { code: 'cannot-undo', data: { why: 'gone' } } });
  const things = Array.from({ length: 1200 }, (_, i) => thingOf(String(i)));
  page.undo.did([{ things, operationId: 'many' }, ...page.calls('a')], 'Moved');
  await page.undo.undo();
  expect(page.said).toEqual([
    ['Not everything was undone', 'Not undone: 1,200 items. What was changed is no longer there.'],
  ]);
});

test('after an interruption the rest can be tried again, also what the server had done without an answer', async () => {
  const page = open({ b: { code: 'unavailable' } });
  page.undo.did(page.calls('before'), 'Renamed');
  page.undo.did(page.calls('a', 'b', 'c'), 'Moved');
  await page.undo.undo();
  expect(page.undone).toEqual(['c']);
  expect(page.said[0]?.[1]).toMatch(/^Not undone: a\.txt, b\.txt\. The server cannot be reached/);
  expect(page.undo.snapshot()?.calls.map(({ operationId }) => operationId)).toEqual(['a', 'b']);
  page.refusals['b'] = { code: 'operation-not-found' };
  await page.undo.undo();
  expect(page.undone).toEqual(['c', 'a']);
  expect(page.said.length).toBe(1);
  await page.undo.undo();
  expect(page.undone).toEqual(['c', 'a', 'before']);
});

test('what changed nothing is not offered; a toast undoes what it is about', async () => {
  const page = open();
  const renamed = page.undo.did(page.calls('a'), 'Renamed');
  expect(page.undo.did([{ things: [thingOf('b')], operationId: null }], 'Moved')).toBeUndefined();
  expect(page.undo.snapshot()).toBe(renamed);
  const starred = page.undo.did(page.calls('c'), 'Starred');
  await Promise.all([page.undo.undo(renamed), page.undo.undo(renamed)]);
  expect(page.undone).toEqual(['a']);
  await page.undo.undo(starred);
  expect(page.undone).toEqual(['a', 'c']);
});

test('what came back is shown where it was; a copy that went to Trash, and what could not be undone, is not', async () => {
  const page = open({ b: { code: 'cannot-undo', data: { why: 'gone' } } });
  const calls = [
    { things: [thingOf('one', 'letters'), thingOf('two')], operationId: 'a' },
    { things: [thingOf('three')], operationId: 'copy', toTrash: true },
  ] as const;
  page.undo.did(calls, 'Moved to Box', [{ folderId: 'box', ids: ['one', 'two'] }]);
  expect(page.undo.snapshot()?.places).toEqual([{ folderId: 'box', ids: ['one', 'two'] }]);
  await page.undo.undo();
  expect(page.back).toEqual([['one', 'two']]);
  expect(page.undo.snapshot()).toMatchObject({
    title: '3 items',
    what: 'Undone',
    calls: [],
    places: [
      { folderId: 'letters', ids: ['one'] },
      { folderId: null, ids: ['two'] },
    ],
  });
  page.undo.did(page.calls('b'), 'Renamed');
  await page.undo.undo();
  expect([page.back.length, page.undo.snapshot()]).toEqual([1, undefined]);
});

test('what could not come back to its folder is shown where it is now, and the toast says so', async () => {
  const page = open({}, [{ id: 'one', name: 'one (restored).txt', parentId: null }]);
  page.undo.trashed([{ things: [thingOf('one', 'letters'), thingOf('two', 'box')], operationId: 'a' }]);
  await page.undo.undo();
  expect(page.undo.snapshot()).toMatchObject({
    what: 'Restored to Root as “one (restored).txt”',
    places: [
      { folderId: null, ids: ['one'] },
      { folderId: 'box', ids: ['two'] },
    ],
  });
});

test('what came back elsewhere is said also when something else was not undone', async () => {
  const page = open({ b: { code: 'cannot-undo', data: { why: 'gone', name: 'b.txt' } } }, [
    { id: 'a', name: 'a (restored).txt', parentId: 'letters' },
  ]);
  page.undo.trashed(page.calls('a', 'b'));
  await page.undo.undo();
  expect(page.said).toEqual([
    ['Not everything was undone', 'Not undone: b.txt. b.txt is no longer there. Restored as “a (restored).txt”'],
  ]);
});

test('what is shown as done and not answered yet is undone before what was done earlier', async () => {
  const page = open();
  page.undo.did(page.calls('before'), 'Renamed');
  const answer = Promise.withResolvers<void>();
  page.undo.doing(answer.promise.then(() => page.undo.did(page.calls('last'), 'Renamed')));
  const undoing = page.undo.undo();
  answer.resolve();
  await undoing;
  expect(page.undone).toEqual(['last']);
});

test('a call that the server undoes while the page is reloaded is stored as one that it may have undone', async () => {
  const calls = ['a', 'b'].map((operationId): DoneCall => ({ title: operationId, count: 1, operationId, back: [] }));
  let stored: readonly DoneCall[] = calls;
  const atTheServer: (readonly DoneCall[])[] = [];
  const undo = async () => {
    atTheServer.push(stored);
    return { operationId: null, elsewhere: [] };
  };
  await undoCalls({ undo }, calls, (left) => {
    stored = left;
  });
  expect(atTheServer.map((left) => left.map(({ operationId, isUnsure }) => [operationId, isUnsure]))).toEqual([
    [
      ['a', undefined],
      ['b', true],
    ],
    [['a', true]],
  ]);
  expect(stored).toEqual([]);
});
